import { MATERIAL, MATERIAL_CHANGE, type MaterialRow, materialEndpoints, materialTexts } from '#contract/materials.ts'
import { RecordField, RecordForm, RecordId, RecordName } from '#web/drafts/record-form.tsx'
import { readIn } from '#web/drafts/typed-fields.ts'
import { defineRecord } from '#web/records/define-record.ts'
import { draftIn, type TextIn } from '#web/records/draft-in.ts'
import { materialAddress } from '#web/screens/record-addresses.ts'
import { NameWithId } from '#web/ui/name-with-id.tsx'
import { nameOrId, nameWithId } from './name-or-id.ts'

const { listMaterials, getMaterial, createMaterial, updateMaterial, deleteMaterial } = materialEndpoints

/** A material, with the sentences of spec §8. */
export const MATERIAL_RECORD = defineRecord({
  vrsta: 'materijal',
  calls: { list: listMaterials, get: getMaterial, create: createMaterial, update: updateMaterial },
  deletion: {
    call: deleteMaterial,
    failed: 'Greška prilikom brisanja materijala.',
    shown: ({ naziv, id }) => <NameWithId name={naziv} id={id} />,
    namesUses: true,
  },
  // An edit sends the ID too, but the server reads only the one in the path.
  ...draftIn(MATERIAL, createMaterial.body),
  /** The fields that an edit can change. */
  factsOf: (draft) => ({ facts: readIn(MATERIAL_CHANGE, draft), lines: [] }),
  draftName: nameWithId,
  nameOf: ({ naziv }) => naziv,
  sort: 'naziv',
  order: 'asc',
  words: { label: 'Materijali', counted: 'materijala', search: 'Pretraži materijale...', add: 'Novi materijal' },
  titles: { add: 'Novi materijal', edit: 'Izmeni materijal', submit: 'Dodaj materijal' },
  texts: {
    ...materialTexts,
    loadFailed: 'Greška prilikom učitavanja materijala',
    saveFailed: 'Došlo je do greške prilikom snimanja materijala.',
  },
  page: { addressOf: materialAddress, action: 'Pregled stanja' },
})

type MaterialFormProps = {
  /** The stored material; none for a new one. */
  stored?: MaterialRow | null
  /** The name or ID that a new one begins with. */
  typed?: string
  /** Further values that a new one begins with. */
  proposed?: Partial<TextIn<typeof MATERIAL>>
  onSaved?: (saved: MaterialRow) => void
  onClose: () => void
}

/** Add or edit a material. */
export const MaterialForm = ({ stored = null, typed = '', proposed, ...more }: MaterialFormProps) => (
  <RecordForm
    of={MATERIAL_RECORD}
    stored={stored}
    begun={{ ...MATERIAL_RECORD.empty, ...nameOrId(typed), ...proposed }}
    {...more}
    fields={({ stored, ...form }) => (
      <div className="grid gap-4 sm:grid-cols-2">
        <RecordId of={MATERIAL} form={form} stored={stored} />
        <RecordField of={MATERIAL} form={form} name="jedinica_mere" />
        <RecordName of={MATERIAL} form={form} stored={stored} className="sm:col-span-2" />
        <RecordField of={MATERIAL} form={form} name="zemlja_porekla" />
        <RecordField of={MATERIAL} form={form} name="tarifni_broj" hint="Format: 1234.56.78" inputMode="decimal" />
      </div>
    )}
  />
)
