import { useMutation, useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import {
  type FakturaDobavljaca,
  faktureEndpoints,
  faktureTexts,
  isFaktura,
  type ProcitanaTabela,
  type ProcitaneFakture,
} from '#contract/fakture.ts'
import { MAX_FAKTURA_BYTES, MAX_FAKTURA_FILES, MAX_FAKTURE_BYTES } from '#contract/limits.ts'
import { materialEndpoints } from '#contract/materials.ts'
import { partneriEndpoints } from '#contract/partneri.ts'
import { fakturaOf } from '#domain/count-words.ts'
import { formatWhole } from '#domain/decimal.ts'
import { call, reasonOf } from '#web/api.ts'
import { rowsLike } from '#web/catalogue-rows.ts'
import { read } from '#web/queries.ts'
import { choiceFields, NO_CHOICE, withProposals } from '#web/screens/sheet-choice.ts'
import { SheetRead } from '#web/screens/sheet-read.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Combobox } from '#web/ui/combobox.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { FileDrop } from '#web/ui/file-drop.tsx'
import { toastError, toastSuccess } from '#web/ui/toast.tsx'
import type { C4Draft } from './c4-draft.ts'
import type { ImportedInvoices } from './imported-invoices.ts'
import { OpenCodes, remember } from './supplier-codes.tsx'
import { InvoiceRead } from './supplier-invoice.tsx'
import {
  type Choice,
  type ChosenMaterial,
  type OpenCode,
  openCodes,
  withSupplierInvoices,
} from './supplier-invoices.ts'

/** The files that were read into the form, and their invoices with what is doubtful in them. */
export type TakenFiles = { readonly files: readonly File[]; readonly fakture: readonly FakturaDobavljaca[] }

export const INVOICE_ACCEPT = '.xml,.pdf,.xlsx,.xls,.ods,.csv'

type SupplierWindowProps = {
  latest: RefObject<C4Draft>
  /** Files that were chosen before the window opened. */
  begun: readonly File[]
  onTake: (imported: ImportedInvoices, taken: TakenFiles) => void
  onClose: () => void
}

/** The fault of files before they are sent, or null. */
export function faultOf(files: readonly File[]): string | null {
  if (files.length > MAX_FAKTURA_FILES) return faktureTexts.tooMany
  if (files.some(({ size }) => size > MAX_FAKTURA_BYTES)) return faktureTexts.tooLarge
  return files.reduce((sum, { size }) => sum + size, 0) > MAX_FAKTURE_BYTES ? faktureTexts.tooManyBytes : null
}

/**
 * Invoices of suppliers: files are read, the user chooses once for each unknown code, and the form is filled. Reading
 * saves nothing; the choices are remembered with the supplier when the invoices are taken.
 */
export function SupplierWindow({ latest, begun, onTake, onClose }: SupplierWindowProps) {
  const [files, setFiles] = useState<readonly File[]>([])
  const [fault, setFault] = useState<string | null>(null)
  /** The last reading of the files; it stays while the same files are read again. */
  const [seen, setSeen] = useState<ProcitaneFakture>()
  const [progress, setProgress] = useState<number>()
  const [choices, setChoices] = useState<ReadonlyMap<string, Choice>>(new Map())
  // Without the catalogue the IDs of the materials would stand in for their names.
  const all = useQuery(read(materialEndpoints.allMaterials))
  const materials = useMemo(() => new Map(all.data?.map((material) => [material.id, material])), [all.data])
  const reading = useMutation({
    mutationFn: ({ chosen, fields }: { chosen: readonly File[]; fields: Record<string, string> }) =>
      call(faktureEndpoints.readFakture, {
        ...{ file: chosen[0] as File, more: chosen.slice(1), fields },
        onProgress: setProgress,
      }),
    meta: { readsOnly: true },
    onSettled: () => setProgress(undefined),
  })
  const taking = useMutation({ mutationFn: (fakture: readonly FakturaDobavljaca[]) => remember(fakture, choices) })

  const sayNotRead = (error: unknown) => setFault(reasonOf(error) ?? 'Fajlovi nisu pročitani.')
  function choose(chosen: readonly File[]) {
    const wrong = faultOf(chosen)
    setFault(wrong)
    if (wrong) return
    setFiles(chosen)
    setChoices(new Map())
    setSeen(undefined)
    reading.mutate({ chosen, fields: {} }, { onSuccess: setSeen, onError: sayNotRead })
  }
  /** A choice for one spreadsheet applies to that file alone. */
  function readAgain(fajl: string, fields: Record<string, string>) {
    setFault(null)
    const chosen = files.filter(({ name }) => name === fajl)
    reading.mutate(
      { chosen, fields },
      { onSuccess: (again) => setSeen((before) => before && withRead(before, again, fajl)), onError: sayNotRead },
    )
  }
  const first = useRef(() => begun.length > 0 && choose(begun))
  useEffect(() => void first.current(), [])

  const fakture = (seen?.fakture ?? []).filter(isFaktura)
  const open = useMemo(() => openCodes((seen?.fakture ?? []).filter(isFaktura)), [seen])
  const left = open.filter(({ key }) => !choices.has(key))

  function take() {
    taking.mutate(fakture, {
      onError: (error) => toastError('Izabrane šifre nisu zapamćene.', reasonOf(error)),
      // A choice counts in the form even if it could not be remembered.
      onSettled: () => {
        const read = files.filter((file) => fakture.some(({ fajl }) => fajl === file.name))
        onTake(withSupplierInvoices(latest.current, fakture, choices, materials), { files: read, fakture })
        toastSuccess(`Učitano: ${fakturaOf(fakture.length)}. Proverite dokument pre čuvanja.`)
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
        {seen?.tabele.map((table) => (
          <SupplierColumns
            key={table.fajl}
            of={table}
            partner={partnerOf(table, fakture)}
            busy={reading.isPending}
            onRead={(fields) => readAgain(table.fajl, fields)}
          />
        ))}
        {seen && <Read of={seen} {...{ materials, choices, open, left }} onChoose={setChoices} />}
      </div>
    </Dialog>
  )
}

/** The reading, with one of its files read again. */
function withRead(before: ProcitaneFakture, again: ProcitaneFakture, fajl: string): ProcitaneFakture {
  const replaced = <T extends { readonly fajl: string }>(old: readonly T[], anew: readonly T[]): T[] => {
    const at = old.findIndex((one) => one.fajl === fajl)
    const others = old.filter((one) => one.fajl !== fajl)
    return others.toSpliced(at < 0 ? others.length : at, 0, ...anew)
  }
  return {
    fakture: replaced(before.fakture, again.fakture),
    kolone: replaced(before.kolone, again.kolone),
    pitanja: replaced(before.pitanja, again.pitanja),
    tabele: replaced(before.tabele, again.tabele),
  }
}

/** The partner of a spreadsheet, if its invoices name one. */
function partnerOf({ fajl, partner_id }: ProcitanaTabela, fakture: readonly FakturaDobavljaca[]) {
  const own = fakture.find((one) => one.fajl === fajl && one.prodavac.partner_id === partner_id)
  return partner_id !== null && own ? { id: partner_id, naziv: own.prodavac.naziv } : null
}

type ReadProps = {
  of: ProcitaneFakture
  materials: ReadonlyMap<string, ChosenMaterial>
  choices: ReadonlyMap<string, Choice>
  open: readonly OpenCode[]
  left: readonly OpenCode[]
  onChoose: (choices: ReadonlyMap<string, Choice>) => void
}

/** The content of the files: the refused ones, the open choices, and each invoice with its lines. */
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

type Partner = { readonly id: number; readonly naziv: string }
type SupplierColumnsProps = {
  of: ProcitanaTabela
  /** The partner who sent it, if known. */
  partner: Partner | null
  busy: boolean
  /** Reads the file again with these choices, sent as form fields beside the file. */
  onRead: (fields: Record<string, string>) => void
}

/** How a supplier's spreadsheet was read, its partner, and the open choices. */
function SupplierColumns({ of, partner: known, busy, onRead }: SupplierColumnsProps) {
  const [partner, setPartner] = useState<Partner | null>(known)
  const [choice, setChoice] = useState(NO_CHOICE)
  function readAgain() {
    const next = withProposals(choice, of)
    setChoice(next)
    onRead({ ...(partner && { partner_id: String(partner.id) }), ...choiceFields(next) })
  }
  return (
    <section aria-label={`Tabela ${of.fajl}`} className="rounded-panel border border-line px-4 py-3">
      <h3 className="wrap-anywhere font-semibold">{of.fajl}</h3>
      <Field label="Dobavljač" hint="Uz njega se pamte kolone i šifre" className="mt-3 sm:max-w-md">
        <Combobox
          value={partner?.naziv ?? ''}
          search={searchPartners}
          onChoose={({ partner: chosen }) => setPartner(chosen)}
          onClear={() => setPartner(null)}
        />
      </Field>
      <SheetRead of="faktura" reading={of} choice={choice} said={choice} onChange={setChoice} file={null} />
      <Button className="mt-3" busy={busy} onClick={readAgain}>
        Pročitaj ponovo
      </Button>
    </section>
  )
}

async function searchPartners(text: string, signal: AbortSignal) {
  const { results } = await rowsLike(partneriEndpoints.listPartneri, text, signal)
  return results.map((partner) => ({
    id: String(partner.id),
    name: partner.naziv,
    detail: partner.grad,
    partner: { id: partner.id, naziv: partner.naziv },
  }))
}
