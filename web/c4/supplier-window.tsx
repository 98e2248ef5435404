import { useMutation, useQuery } from '@tanstack/react-query'
import { PackagePlus } from 'lucide-react'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import {
  type FakturaDobavljaca,
  faktureEndpoints,
  faktureTexts,
  isFaktura,
  type ProcitaneFakture,
  type SifraUnos,
} from '#contract/fakture.ts'
import { MAX_FAKTURA_BYTES, MAX_FAKTURA_FILES, MAX_FAKTURE_BYTES } from '#contract/limits.ts'
import { materialEndpoints } from '#contract/materials.ts'
import { partneriEndpoints } from '#contract/partneri.ts'
import { formatDate } from '#domain/calendar-date.ts'
import { formatWhole, parseSerbian } from '#domain/decimal.ts'
import { codeKey } from '#domain/one-form.ts'
import { call, reasonOf } from '#web/api.ts'
import { MaterialForm } from '#web/catalogue/material-form.tsx'
import { rowsLike } from '#web/catalogue-rows.ts'
import { read } from '#web/queries.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Combobox } from '#web/ui/combobox.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FileDrop } from '#web/ui/file-drop.tsx'
import { NameWithId } from '#web/ui/name-with-id.tsx'
import { Money, Quantity } from '#web/ui/number.tsx'
import { NumberInput } from '#web/ui/number-input.tsx'
import { typedNumber } from '#web/ui/number-text.ts'
import { toastError, toastSuccess } from '#web/ui/toast.tsx'
import type { C4Draft } from './c4-draft.ts'
import type { ImportedInvoices } from './imported-invoices.ts'
import {
  type Choice,
  type ChosenMaterial,
  factorFor,
  type OpenCode,
  openCodes,
  proposedMaterial,
  withSupplierInvoices,
} from './supplier-invoices.ts'

/** The files as they were read into the form, and what was doubtful in them. */
export type TakenFiles = { readonly files: readonly File[]; readonly fakture: readonly FakturaDobavljaca[] }

const supplierTexts = { addAll: 'Dodaj kao nove materijale' } as const

export const INVOICE_ACCEPT = '.xml,.pdf,.xlsx,.xls,.ods,.csv'

type SupplierWindowProps = {
  latest: RefObject<C4Draft>
  /** Files that were chosen before the window opened. */
  begun: readonly File[]
  onTake: (imported: ImportedInvoices, taken: TakenFiles) => void
  onClose: () => void
}

/** What is wrong with files before they are sent, or null. */
export function faultOf(files: readonly File[]): string | null {
  if (files.length > MAX_FAKTURA_FILES) return faktureTexts.tooMany
  if (files.some(({ size }) => size > MAX_FAKTURA_BYTES)) return faktureTexts.tooLarge
  return files.reduce((sum, { size }) => sum + size, 0) > MAX_FAKTURE_BYTES ? faktureTexts.tooManyBytes : null
}

/**
 * Invoices of suppliers: files are read, what no code or name tells is chosen once, and the form is filled. Nothing is
 * saved by reading; what was chosen is remembered with the supplier when it is taken.
 */
export function SupplierWindow({ latest, begun, onTake, onClose }: SupplierWindowProps) {
  const [files, setFiles] = useState<readonly File[]>([])
  const [fault, setFault] = useState<string | null>(null)
  const [progress, setProgress] = useState<number>()
  const [choices, setChoices] = useState<ReadonlyMap<string, Choice>>(new Map())
  // Without the catalogue the IDs of the materials would stand in for their names.
  const all = useQuery(read(materialEndpoints.allMaterials))
  const materials = useMemo(() => new Map(all.data?.map((material) => [material.id, material])), [all.data])
  const reading = useMutation({
    mutationFn: (chosen: readonly File[]) =>
      call(faktureEndpoints.readFakture, { file: chosen[0] as File, more: chosen.slice(1), onProgress: setProgress }),
    meta: { readsOnly: true },
    onSettled: () => setProgress(undefined),
  })
  const taking = useMutation({ mutationFn: (fakture: readonly FakturaDobavljaca[]) => remember(fakture, choices) })

  function choose(chosen: readonly File[]) {
    const wrong = faultOf(chosen)
    setFault(wrong)
    if (wrong) return
    setFiles(chosen)
    setChoices(new Map())
    reading.mutate(chosen, { onError: (error) => setFault(reasonOf(error) ?? 'Fajlovi nisu pročitani.') })
  }
  const first = useRef(() => begun.length > 0 && choose(begun))
  useEffect(() => void first.current(), [])

  const fakture = (reading.data?.fakture ?? []).filter(isFaktura)
  const open = useMemo(() => openCodes((reading.data?.fakture ?? []).filter(isFaktura)), [reading.data])
  const left = open.filter(({ key }) => !choices.has(key))

  function take() {
    taking.mutate(fakture, {
      onError: (error) => toastError('Izabrane šifre nisu zapamćene.', reasonOf(error)),
      // What was chosen holds in the form also where it could not be remembered.
      onSettled: () => {
        const read = files.filter((file) => fakture.some(({ fajl }) => fajl === file.name))
        onTake(withSupplierInvoices(latest.current, fakture, choices, materials), { files: read, fakture })
        toastSuccess(`Učitano je faktura: ${fakture.length}. Proverite dokument pre čuvanja.`)
      },
    })
  }

  return (
    <Dialog
      open
      size="sheet"
      title="Iz fakture dobavljača"
      onClose={onClose}
      dirty={choices.size > 0}
      foot={(close) => (
        <>
          <Button onClick={close}>Otkaži</Button>
          <Button
            variant="primary"
            disabled={fakture.length === 0 || reading.isPending}
            busy={taking.isPending || (fakture.length > 0 && all.isPending)}
            onClick={take}
          >
            Učitaj u dokument
          </Button>
        </>
      )}
    >
      <div className="flex flex-col gap-5">
        <FileDrop
          label="Fakture dobavljača"
          accept={INVOICE_ACCEPT}
          file={files.length > 0 ? { name: files.map(({ name }) => name).join(', ') } : null}
          several
          onChoose={(...chosen) => choose(chosen)}
          progress={progress}
          error={fault ?? undefined}
          hint="Elektronska faktura (XML, ili PDF sa podacima: Factur-X, ZUGFeRD) ili tabela dobavljača; do 20 fajlova po 10MB"
        />
        {reading.data && <Read of={reading.data} {...{ materials, choices, open, left }} onChoose={setChoices} />}
      </div>
    </Dialog>
  )
}

type ReadProps = {
  of: ProcitaneFakture
  materials: ReadonlyMap<string, ChosenMaterial>
  choices: ReadonlyMap<string, Choice>
  open: readonly OpenCode[]
  left: readonly OpenCode[]
  onChoose: (choices: ReadonlyMap<string, Choice>) => void
}

/** What the files hold: those that were refused, what is still to be chosen, and each invoice with its lines. */
function Read({ of: { fakture: all }, materials, choices, open, left, onChoose }: ReadProps) {
  const fakture = all.filter(isFaktura)
  const lines = fakture.reduce((sum, { stavke }) => sum + stavke.length, 0)
  return (
    <>
      <p role="status" className="flex flex-wrap items-center gap-2 text-ink-2">
        <span>
          Pročitano – faktura: {fakture.length}, stavki: {formatWhole(lines)}. Ništa još nije upisano.
        </span>
        {open.length > 0 && <Badge tone={left.length > 0 ? 'warning' : 'good'}>Bez materijala: {left.length}</Badge>}
      </p>
      {all.map((one) =>
        isFaktura(one) ? null : (
          <Banner key={one.fajl} title={one.fajl}>
            {one.message}
          </Banner>
        ),
      )}
      {open.length > 0 && <OpenCodes {...{ open, left, choices, materials, onChoose }} />}
      {fakture.map((faktura) => (
        <InvoiceRead
          key={`${faktura.fajl} ${faktura.broj_fakture}`}
          of={faktura}
          materialOf={(row) => {
            const chosen = choices.get(
              open.find(({ sifra, faktura: its }) => its === faktura && sifra === (row.sifra_prodavca || row.naziv))
                ?.key ?? '',
            )
            return row.materijal_id === null ? chosen?.materijal : materials.get(row.materijal_id)
          }}
        />
      ))}
    </>
  )
}

type OpenCodesProps = Pick<ReadProps, 'open' | 'left' | 'choices' | 'materials' | 'onChoose'>

/** The codes that name no material: each is chosen once, or becomes a new material. */
function OpenCodes({ open, left, choices, materials, onChoose }: OpenCodesProps) {
  const [adding, setAdding] = useState<OpenCode | null>(null)
  const chosen = (key: string, choice: Choice | null) => {
    const next = new Map(choices)
    if (choice) next.set(key, choice)
    else next.delete(key)
    onChoose(next)
  }
  const taken = useMemo(() => new Set(materials.keys()), [materials])
  const proposals = useMemo(() => {
    const ids = new Set(taken)
    return left.flatMap((code) => {
      const { whole, ...body } = proposedMaterial(code.stavka, code.faktura.prodavac, ids)
      if (!whole) return []
      ids.add(body.id)
      return [{ code, body }]
    })
  }, [left, taken])
  const addingAll = useMutation({
    mutationFn: async () => {
      const next = new Map(choices)
      for (const { code, body } of proposals) {
        const materijal = await call(materialEndpoints.createMaterial, { body })
        next.set(code.key, { materijal, cinilac: null })
        onChoose(new Map(next))
      }
    },
    onError: (error) => toastError('Materijal nije dodat.', reasonOf(error)),
  })
  return (
    <section aria-labelledby="bez-materijala" className="rounded-panel border border-line">
      <div className="flex flex-wrap items-center gap-3 border-line border-b px-4 py-2">
        <h3 id="bez-materijala" className="mr-auto font-semibold">
          Izaberite materijal
        </h3>
        {proposals.length > 0 && (
          <Button icon={<PackagePlus aria-hidden />} busy={addingAll.isPending} onClick={() => addingAll.mutate()}>
            {`${supplierTexts.addAll}: ${proposals.length}`}
          </Button>
        )}
      </div>
      <ul className="divide-y divide-line">
        {open.map((code) => (
          <CodeChoice
            key={code.key}
            of={code}
            choice={choices.get(code.key)}
            onChoose={(choice) => chosen(code.key, choice)}
            onAdd={() => setAdding(code)}
          />
        ))}
      </ul>
      {adding && (
        <MaterialForm
          proposed={proposedMaterial(adding.stavka, adding.faktura.prodavac, taken)}
          onSaved={(materijal) => chosen(adding.key, { materijal, cinilac: null })}
          onClose={() => setAdding(null)}
        />
      )}
    </section>
  )
}

type CodeChoiceProps = {
  of: OpenCode
  choice: Choice | undefined
  onChoose: (choice: Choice | null) => void
  onAdd: () => void
}

function CodeChoice({ of, choice, onChoose, onAdd }: CodeChoiceProps) {
  const { sifra, stavka, broj, faktura } = of
  const [factor, setFactor] = useState<string | null>(null)
  const known = choice && factorFor(stavka, { ...choice, cinilac: null })
  function type(text: string) {
    setFactor(text)
    const value = parseSerbian(text)
    if (choice) onChoose({ ...choice, cinilac: value !== null && value > 0 ? value : null })
  }
  return (
    <li className="grid items-center gap-x-4 gap-y-2 px-4 py-3 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]">
      <div className="min-w-0">
        <p className="wrap-anywhere font-medium">{stavka.naziv || sifra}</p>
        <p className="text-ink-3 text-sm">
          {stavka.sifra_prodavca && <span className="code">{stavka.sifra_prodavca}</span>} {faktura.prodavac.naziv} ·
          stavki: {broj} · <Quantity value={stavka.kolicina} unit={stavka.jedinica_mere} />
        </p>
      </div>
      <div className="flex min-w-0 flex-wrap items-center gap-2">
        <Combobox
          aria-label={`Materijal za ${stavka.naziv || sifra}`}
          className="min-w-48 flex-1"
          value={choice?.materijal.naziv ?? ''}
          code={choice?.materijal.id}
          search={searchMaterials}
          onChoose={({ materijal }) => onChoose({ materijal, cinilac: null })}
          onClear={() => onChoose(null)}
        />
        {choice && (
          <span className="flex items-center gap-2 text-ink-2 text-sm">
            1 {stavka.jedinica_mere || 'njegova'} =
            <span className="w-32">
              <NumberInput
                aria-label={`Činilac za ${stavka.naziv || sifra}`}
                value={factor ?? (known ? typedNumber(known) : '')}
                unit={choice.materijal.jedinica_mere}
                onChange={type}
              />
            </span>
          </span>
        )}
      </div>
      <Button icon={<PackagePlus aria-hidden />} onClick={onAdd} aria-label={`Nov materijal: ${stavka.naziv || sifra}`}>
        Nov materijal
      </Button>
    </li>
  )
}

async function searchMaterials(text: string, signal: AbortSignal) {
  const { results } = await rowsLike(materialEndpoints.listMaterials, text, signal)
  return results.map((materijal) => ({
    id: materijal.id,
    name: materijal.naziv,
    detail: materijal.jedinica_mere,
    materijal: materijal as ChosenMaterial,
  }))
}

type Row = FakturaDobavljaca['stavke'][number]

/** One invoice: what stands over it, what is to be looked at, and its lines. */
function InvoiceRead({
  of,
  materialOf,
}: {
  of: FakturaDobavljaca
  materialOf: (row: Row) => ChosenMaterial | undefined
}) {
  const { fajl, vrsta, broj_fakture, datum, valuta, paritet, prodavac, stavke, zbir_stavki, popusti, ukupno, sumnje } =
    of
  const said = [
    datum && formatDate(datum),
    [prodavac.naziv, prodavac.pib].filter(Boolean).join(', '),
    prodavac.zemlja,
    paritet,
    prodavac.partner_id === null && 'nov partner',
  ]
  return (
    <section className="overflow-clip rounded-panel border border-line">
      <div className="flex flex-col gap-1 border-line border-b px-4 py-2">
        <h3 className="flex flex-wrap items-center gap-2 font-semibold">
          <span className="code">{broj_fakture}</span> <Badge tone="accent">{vrsta}</Badge>
          <span className="wrap-anywhere font-normal text-ink-3 text-sm">{fajl}</span>
        </h3>
        <p className="text-ink-2 text-sm">{said.filter(Boolean).join(' · ')}</p>
        <p className="text-ink-2 text-sm">
          Zbir stavki: <Money value={zbir_stavki} currency={valuta} />
          {popusti !== 0 && (
            <>
              {' '}
              · popusti: <Money value={popusti} currency={valuta} />
            </>
          )}
          {ukupno !== null && (
            <>
              {' '}
              · ukupno bez poreza: <Money value={ukupno} currency={valuta} />
            </>
          )}
        </p>
        {sumnje.length > 0 && (
          <ul aria-label={`Proverite: ${broj_fakture}`} className="list-disc pl-5 text-sm text-warning">
            {sumnje.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        )}
      </div>
      <DataTable
        label={`Stavke fakture ${broj_fakture}`}
        columns={lineColumns(materialOf)}
        rows={stavke}
        rowKey={({ redni_broj }) => String(redni_broj)}
      />
    </section>
  )
}

const lineColumns = (materialOf: (row: Row) => ChosenMaterial | undefined): readonly Column<Row>[] => [
  { id: 'redni_broj', header: 'R.\u00a0br.', align: 'right', card: 'fact', cell: ({ redni_broj }) => redni_broj },
  {
    id: 'naziv',
    header: 'Na fakturi',
    wrap: true,
    card: 'second',
    cell: ({ naziv, sifra_prodavca }) => <NameWithId name={naziv} id={sifra_prodavca} />,
  },
  {
    id: 'materijal',
    header: 'Materijal',
    wrap: true,
    cell: (row) => {
      const material = materialOf(row)
      if (!material) return row.materijal_id ?? <Badge tone="warning">nije izabran</Badge>
      return <NameWithId name={material.naziv} id={material.id} />
    },
  },
  { id: 'kako', header: 'Nađen po', card: 'fact', cell: ({ kako }) => kako ?? '—' },
  {
    id: 'kolicina',
    header: 'Količina',
    align: 'right',
    card: 'second-right',
    cell: ({ kolicina, jedinica_mere }) => <Quantity value={kolicina} unit={jedinica_mere} />,
  },
  {
    id: 'cena',
    header: 'Cena',
    align: 'right',
    card: 'fact',
    cell: ({ cena }) => <Quantity value={cena} minPlaces={2} />,
  },
  { id: 'iznos', header: 'Iznos', align: 'right', card: 'right', cell: ({ iznos }) => <Money value={iznos} /> },
]

/** Enters the chosen codes with their suppliers; a supplier that the register lacks is entered first. */
async function remember(fakture: readonly FakturaDobavljaca[], choices: ReadonlyMap<string, Choice>): Promise<void> {
  const added = new Map<string, SifraUnos[]>()
  const partners = new Map<string, number>()
  for (const { key, faktura, sifra, stavka } of openCodes(fakture)) {
    const choice = choices.get(key)
    const partner_id = choice && (await partnerOf(faktura, partners))
    if (!choice || !partner_id || sifra === '') continue
    const { id } = choice.materijal
    const one = { partner_id, sifra, naziv: stavka.naziv || null, cinilac: choice.cinilac ?? undefined } as SifraUnos
    added.set(id, [...(added.get(id) ?? []), one])
  }
  for (const [id, sifre] of added) {
    const params = { id }
    const stored = await call(faktureEndpoints.listSifreMaterijala, { params })
    const isNew = (one: { partner_id: number; sifra: string }) =>
      !sifre.some((other) => other.partner_id === one.partner_id && codeKey(other.sifra) === codeKey(one.sifra))
    const kept = stored
      .filter(isNew)
      .map(({ partner_id, sifra, naziv, cinilac }) => ({ partner_id, sifra, naziv, cinilac }))
    await call(faktureEndpoints.saveSifreMaterijala, { params, body: [...kept, ...sifre] })
  }
}

async function partnerOf({ prodavac }: FakturaDobavljaca, made: Map<string, number>): Promise<number | null> {
  if (prodavac.partner_id !== null) return prodavac.partner_id
  const key = `${prodavac.naziv}\n${prodavac.pib}`
  const known = made.get(key)
  if (known) return known
  if (prodavac.naziv === '' || prodavac.grad === '') return null
  const { naziv, grad, zemlja, pib } = prodavac
  const body = { naziv, grad, drzava: zemlja || null, pib: pib || null, mb: null, napomena: null, ne_predlaze: false }
  const { id } = await call(partneriEndpoints.createPartner, { body })
  made.set(key, id)
  return id
}
