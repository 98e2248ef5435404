import { useMutation, useQuery } from '@tanstack/react-query'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { faktureEndpoints, faktureTexts, type SifraDobavljaca, type SifraUnos } from '#contract/fakture.ts'
import { materialEndpoints } from '#contract/materials.ts'
import { partneriEndpoints } from '#contract/partneri.ts'
import { ONE, parseSerbian } from '#domain/decimal.ts'
import { codeKey } from '#domain/one-form.ts'
import { call, reasonOf } from '#web/api.ts'
import { rowsLike } from '#web/catalogue-rows.ts'
import { read } from '#web/queries.ts'
import { materialColumn } from '#web/stock/lot-columns.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { useChangesAllowed } from '#web/ui/changes-allowed.ts'
import { Combobox } from '#web/ui/combobox.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { NameWithId } from '#web/ui/name-with-id.tsx'
import { Quantity } from '#web/ui/number.tsx'
import { NumberInput } from '#web/ui/number-input.tsx'
import { typedNumber } from '#web/ui/number-text.ts'
import { Panel } from '#web/ui/panel.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { toastError, toastSuccess } from '#web/ui/toast.tsx'

type Codes = { readonly materijal_id: string } | { readonly partner_id: number }

/** Suppliers' codes of a material, or one supplier's codes of our materials: added, corrected and removed. */
export function CodesPanel({ of }: { of: Codes }) {
  const mayChange = useChangesAllowed()
  const [editing, setEditing] = useState<SifraDobavljaca | 'new' | null>(null)
  const { data } = useQuery(
    'materijal_id' in of
      ? read(faktureEndpoints.listSifreMaterijala, { params: { id: of.materijal_id } })
      : read(faktureEndpoints.listSifrePartnera, { params: { id: of.partner_id } }),
  )
  const removing = useMutation({
    mutationFn: (sifra: SifraDobavljaca) => changeCodes(sifra.materijal_id, sifra, null),
    onError: (error) => toastError('Šifra nije obrisana.', reasonOf(error)),
  })
  if (!data || (data.length === 0 && !mayChange)) return null
  const columns: readonly Column<SifraDobavljaca>[] = [
    ...COLUMNS,
    'materijal_id' in of ? PARTNER_COLUMN : MATERIAL_COLUMN,
    {
      id: 'akcije',
      header: 'Akcije',
      align: 'right',
      cell: (row) => (
        <span className="inline-flex">
          <IconButton
            label={`Izmeni: ${row.sifra}`}
            icon={<Pencil aria-hidden />}
            changes
            onClick={() => setEditing(row)}
          />
          <IconButton
            label={`Obriši: ${row.sifra}`}
            icon={<Trash2 aria-hidden />}
            changes
            onClick={() => removing.mutate(row)}
          />
        </span>
      ),
    },
  ]
  return (
    <Panel
      title="Šifre dobavljača"
      right={
        <Button icon={<Plus aria-hidden />} changes onClick={() => setEditing('new')}>
          Dodaj šifru
        </Button>
      }
    >
      {data.length > 0 && (
        <DataTable
          label="Šifre dobavljača"
          columns={columns}
          rows={data}
          rowKey={({ partner_id, sifra }) => `${partner_id} ${sifra}`}
        />
      )}
      {editing && <CodeForm of={of} stored={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />}
    </Panel>
  )
}

const COLUMNS: readonly Column<SifraDobavljaca>[] = [
  { id: 'sifra', header: 'Šifra', card: 'title', cell: ({ sifra }) => <span className="code">{sifra}</span> },
  { id: 'naziv', header: 'Njegov naziv', wrap: true, cell: ({ naziv }) => naziv ?? '—' },
  {
    id: 'cinilac',
    header: 'Činilac',
    align: 'right',
    cell: ({ cinilac, jedinica_mere }) => <Quantity value={cinilac} unit={jedinica_mere} />,
  },
]
const PARTNER_COLUMN: Column<SifraDobavljaca> = {
  id: 'partner',
  header: 'Dobavljač',
  wrap: true,
  cell: ({ partner_naziv }) => partner_naziv,
}
const MATERIAL_COLUMN = materialColumn<SifraDobavljaca>({
  wrap: true,
  cell: ({ materijal_id, materijal_naziv }) => <NameWithId name={materijal_naziv} id={materijal_id} />,
})

/** One code: its partner or its material, and how many of our units one of the partner's is. */
function CodeForm({ of, stored, onClose }: { of: Codes; stored: SifraDobavljaca | null; onClose: () => void }) {
  const ofMaterial = 'materijal_id' in of
  const [other, setOther] = useState({
    id: stored ? String(ofMaterial ? stored.partner_id : stored.materijal_id) : '',
    name: (ofMaterial ? stored?.partner_naziv : stored?.materijal_naziv) ?? '',
  })
  const [typed, setTyped] = useState({
    sifra: stored?.sifra ?? '',
    naziv: stored?.naziv ?? '',
    cinilac: typedNumber(stored?.cinilac ?? ONE),
  })
  const change = (name: keyof typeof typed) => (text: string) => setTyped({ ...typed, [name]: text })
  const saving = useMutation({
    mutationFn: () => {
      const materijal_id = ofMaterial ? of.materijal_id : other.id
      const partner_id = ofMaterial ? Number(other.id) : of.partner_id
      const cinilac = (parseSerbian(typed.cinilac) ?? 0) as SifraUnos['cinilac']
      return changeCodes(materijal_id, stored, { partner_id, sifra: typed.sifra, naziv: typed.naziv || null, cinilac })
    },
    onSuccess: () => {
      toastSuccess(faktureTexts.saved)
      onClose()
    },
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    if (other.id !== '') saving.mutate()
  }
  return (
    <Dialog
      open
      title={stored ? `Šifra ${stored.sifra}` : 'Nova šifra dobavljača'}
      dirty={saving.isIdle && typed.sifra !== (stored?.sifra ?? '')}
      onClose={onClose}
      onSubmit={submit}
      foot={(close) => (
        <>
          <Button onClick={close}>Otkaži</Button>
          <Button type="submit" variant="primary" busy={saving.isPending} disabled={other.id === ''}>
            Sačuvaj
          </Button>
        </>
      )}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={ofMaterial ? 'Dobavljač' : 'Materijal'} required className="sm:col-span-2">
          <Combobox
            value={other.name}
            disabled={stored !== null}
            search={ofMaterial ? searchPartners : searchMaterials}
            onChoose={({ id, name }) => setOther({ id, name })}
            onClear={() => setOther({ id: '', name: '' })}
          />
        </Field>
        <Field label="Šifra" required error={saving.isError ? (reasonOf(saving.error) ?? 'Nije sačuvano.') : undefined}>
          <TextInput value={typed.sifra} onChange={({ currentTarget }) => change('sifra')(currentTarget.value)} />
        </Field>
        <Field label="Činilac" hint="Koliko naših jedinica je jedna njegova">
          <NumberInput value={typed.cinilac} onChange={change('cinilac')} />
        </Field>
        <Field label="Njegov naziv" optional className="sm:col-span-2">
          <TextInput value={typed.naziv} onChange={({ currentTarget }) => change('naziv')(currentTarget.value)} />
        </Field>
      </div>
    </Dialog>
  )
}

/** The codes of a material with one of them in another form, added (`before` null) or gone (`after` null). */
async function changeCodes(id: string, before: SifraDobavljaca | null, after: SifraUnos | null): Promise<void> {
  const params = { id }
  const stored = await call(faktureEndpoints.listSifreMaterijala, { params })
  const isOther = (one: SifraDobavljaca) =>
    one.partner_id !== before?.partner_id || codeKey(one.sifra) !== codeKey(before.sifra)
  const kept: SifraUnos[] = stored
    .filter(isOther)
    .map(({ partner_id, sifra, naziv, cinilac }) => ({ partner_id, sifra, naziv, cinilac }))
  await call(faktureEndpoints.saveSifreMaterijala, { params, body: after ? [...kept, after] : kept })
}

const searchPartners = async (text: string, signal: AbortSignal) =>
  (await rowsLike(partneriEndpoints.listPartneri, text, signal)).results.map(({ id, naziv, grad }) => ({
    ...{ id: String(id), name: naziv, detail: grad },
  }))
const searchMaterials = async (text: string, signal: AbortSignal) =>
  (await rowsLike(materialEndpoints.listMaterials, text, signal)).results.map(({ id, naziv, jedinica_mere }) => ({
    ...{ id, name: naziv, detail: jedinica_mere },
  }))
