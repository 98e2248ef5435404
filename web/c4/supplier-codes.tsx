import { useMutation } from '@tanstack/react-query'
import { PackagePlus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { type FakturaDobavljaca, faktureEndpoints, type SifraUnos } from '#contract/fakture.ts'
import { materialEndpoints } from '#contract/materials.ts'
import { partneriEndpoints } from '#contract/partneri.ts'
import { parseSerbian } from '#domain/decimal.ts'
import { codeKey } from '#domain/one-form.ts'
import { call, reasonOf } from '#web/api.ts'
import { MaterialForm } from '#web/catalogue/material-form.tsx'
import { rowsLike } from '#web/catalogue-rows.ts'
import { Button } from '#web/ui/button.tsx'
import { Combobox } from '#web/ui/combobox.tsx'
import { Quantity } from '#web/ui/number.tsx'
import { NumberInput } from '#web/ui/number-input.tsx'
import { typedNumber } from '#web/ui/number-text.ts'
import { toastError } from '#web/ui/toast.tsx'
import {
  type Choice,
  type ChosenMaterial,
  factorFor,
  type OpenCode,
  openCodes,
  proposedMaterial,
} from './supplier-invoices.ts'

const supplierTexts = { addAll: 'Dodaj kao nove materijale' } as const

type OpenCodesProps = {
  open: readonly OpenCode[]
  left: readonly OpenCode[]
  choices: ReadonlyMap<string, Choice>
  materials: ReadonlyMap<string, ChosenMaterial>
  onChoose: (choices: ReadonlyMap<string, Choice>) => void
}

/** The codes that name no material: each is chosen once, or becomes a new material. */
export function OpenCodes({ open, left, choices, materials, onChoose }: OpenCodesProps) {
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
      <Button
        icon={<PackagePlus aria-hidden />}
        onClick={onAdd}
        aria-label={`Novi materijal: ${stavka.naziv || sifra}`}
      >
        Novi materijal
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

/** Enters the chosen codes with their suppliers; a supplier that the register lacks is entered first. */
export async function remember(
  fakture: readonly FakturaDobavljaca[],
  choices: ReadonlyMap<string, Choice>,
): Promise<void> {
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
