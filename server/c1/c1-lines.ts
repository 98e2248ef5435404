import { sql } from 'kysely'
import { C1_LINE, type C1Document, type C1Stavka, type C1StavkaBody } from '#contract/c1.ts'
import { MAX_DOCUMENT_REQUIREMENTS } from '#contract/limits.ts'
import { hasWaste, requiredQuantity } from '#domain/bom.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import { add, formatWhole, type Micro, NO_QUANTITY, type Para } from '#domain/decimal.ts'
import { codeKey } from '#domain/one-form.ts'
import { engineOf, insertion } from '#server/db/engine.ts'
import { columnsIn, fieldsOf } from '#server/db/field-columns.ts'
import { rowInserter } from '#server/db/insert-rows.ts'
import type { Tx } from '#server/db/schema.ts'
import { statement } from '#server/db/statement.ts'
import { matchStored, refuseIf } from '#server/documents/document-columns.ts'
import { Refusal } from '#server/refusal.ts'
import {
  type MaterialNorm,
  normativText,
  osnovOtpada,
  type Usmerenje,
  usmerenjaText,
} from '#server/stock/c1-line-texts.ts'
import { type Booked, requirementKey } from '#server/stock/decide-draws.ts'

// The lines of an export: this file matches them with stored ones, computes their needs, writes and answers them.

/** The need of a line for a material, as it is answered. */
type Need = C1Stavka['normativ'][number]
export type StoredNeed = Need & { c1_stavka_id: number }

export type C1Line = C1StavkaBody & { readonly iznos: Para; readonly pozicija: number }
/** The facts of its product that an exported line keeps, whatever becomes of the product later. */
type Kept = { hs_code: string; jedinica_mere: string; normativ_verzija: number | null }
export type StoredC1Line = Kept & { id: number; broj_fakture: string; redni_broj: number; proizvod_id: string }
type Product = Kept & { proizvod_naziv: string; normativ: Norm[] }
type Norm = MaterialNorm & Pick<Need, 'naziv' | 'jedinica_mere'>
/** A line with its stored line (null: new), its product as the line keeps it, and its need of each material. */
export type PlannedLine = { line: C1Line; stored: StoredC1Line | null; product: Product; needs: PlannedNeed[] }
/** A planned line that is written. */
export type WrittenLine = PlannedLine & { readonly id: number }
/** A need before it is booked: its shortage is not known yet. */
type PlannedNeed = Omit<Need, 'manjak'>

/** The lines of a document as they are stored. */
export const storedLines = (tx: Tx, c1_id: number): Promise<StoredC1Line[]> =>
  tx
    .selectFrom('c1_stavka')
    .select(['id', 'broj_fakture', 'redni_broj', 'proizvod_id', 'hs_code', 'jedinica_mere', 'normativ_verzija'])
    .where('c1_id', '=', c1_id)
    .orderBy('id')
    .execute()

/**
 * Finds the stored line and the needs of each line. An unchanged product keeps the normativ that was copied at the
 * first save (even one without rows), its version, HS code and unit. Another product takes its current facts, and the
 * version of its normativ that is in force on the document's day (decisions §1).
 */
export function planLines(
  products: ReadonlyMap<string, Product>,
  lines: readonly C1Line[],
  oldLines: readonly StoredC1Line[],
  oldNeeds: readonly StoredNeed[],
): PlannedLine[] {
  const matched = matchStored(oldLines, lines, [
    ({ broj_fakture, redni_broj, proizvod_id }) => `${codeKey(broj_fakture)}\n${redni_broj}\n${proizvod_id}`,
    ({ proizvod_id }) => proizvod_id,
    ({ broj_fakture, redni_broj }) => `${codeKey(broj_fakture)}\n${redni_broj}`,
  ])
  const copies = Map.groupBy(oldNeeds, ({ c1_stavka_id }) => c1_stavka_id)
  refuseUnknown(products, lines)
  const withNorms = lines.map((line, index) => {
    const stored = matched[index] ?? null
    const today = products.get(line.proizvod_id) as Product
    const before = (stored && copies.get(stored.id)) ?? []
    const kept = stored?.proizvod_id === line.proizvod_id ? stored : null
    const product = kept ? { ...today, ...keptOf(kept) } : today
    const norms: readonly Norm[] = kept ? before : today.normativ
    return { line, stored, product, norms }
  })
  refuseTooMany(withNorms.reduce((sum, { norms }) => sum + norms.length, 0))
  const errors: { field: string; message: string }[] = []
  const plan = withNorms.map(({ line, stored, product, norms }, index) => {
    const needs = norms.map((norm) => {
      const { materijal_id, naziv, jedinica_mere, potrebna_kolicina } = norm
      const { otpad_procenat, gubitak_procenat, osnov_otpada } = norm
      const kolicina = requiredQuantity(line.kolicina, norm)
      if (kolicina === null) {
        errors.push({
          field: `stavke.${index}.kolicina`,
          message: `Stavka ${index + 1}: potrebna količina materijala ${materijal_id} je prevelika.`,
        })
      }
      const waste = { otpad_procenat, gubitak_procenat, osnov_otpada }
      return { materijal_id, naziv, jedinica_mere, potrebna_kolicina, ...waste, kolicina: kolicina ?? NO_QUANTITY }
    })
    return { line, stored, product, needs }
  })
  refuseIf(errors)
  return plan
}

const keptOf = ({ hs_code, jedinica_mere, normativ_verzija }: Kept): Kept => ({
  hs_code,
  jedinica_mere,
  normativ_verzija,
})

const PRODUCTS = statement<
  {
    id: string
    proizvod_naziv: string
    hs_code: string
    proizvod_jedinica: string
    materijal_id: string | null
    naziv: string
    jedinica_mere: string
    potrebna_kolicina: Micro
    otpad_procenat: Micro
    gubitak_procenat: Micro
    osnov_otpada: MaterialNorm['osnov_otpada']
    verzija: number | null
    vazi_od: CalendarDate | null
  },
  [ids: string]
>(
  (engine) => sql`
    select p.id, p.naziv as proizvod_naziv, p.hs_code, p.jedinica_mere as proizvod_jedinica,
      n.materijal_id, m.naziv, m.jedinica_mere, n.potrebna_kolicina, n.otpad_procenat, n.gubitak_procenat,
      ${osnovOtpada} as osnov_otpada, n.verzija, case when n.verzija > 1 then (
        select v.vazi_od from normativ_verzija v where v.proizvod_id = n.proizvod_id and v.verzija = n.verzija
      ) end as vazi_od
    from proizvod p left join normativ n on n.proizvod_id = p.id left join materijal m on m.id = n.materijal_id
    where p.id in ${engine.list([''])} order by p.id, n.materijal_id`,
)

/** Products by id, as an export of a day takes them. */
type ProductsOn = (day: CalendarDate) => ReadonlyMap<string, Product>
type Version = { readonly vazi_od: CalendarDate; readonly normativ_verzija: number; readonly normativ: Norm[] }

/** These products, each with the version of its normativ that is in force on a day; those that do not exist are left out. */
export async function productsOf(tx: Tx, ids: ReadonlySet<string>): Promise<ProductsOn> {
  const products = new Map<string, Product>()
  const dated = new Map<string, Map<number, Version>>()
  for (const row of await PRODUCTS(tx, JSON.stringify([...ids]))) {
    const { id, proizvod_naziv, hs_code, proizvod_jedinica, materijal_id, verzija, vazi_od, ...norm } = row
    const product = products.get(id) ?? { proizvod_naziv, hs_code, jedinica_mere: proizvod_jedinica, ...UNDATED() }
    products.set(id, product)
    if (materijal_id === null) continue
    if (verzija === null || vazi_od === null) product.normativ.push({ materijal_id, ...norm })
    else {
      const versions = dated.get(id) ?? new Map<number, Version>()
      const version = versions.get(verzija) ?? { vazi_od, normativ_verzija: verzija, normativ: [] }
      version.normativ.push({ materijal_id, ...norm })
      dated.set(id, versions.set(verzija, version))
    }
  }
  if (dated.size === 0) return () => products
  return (day) => new Map([...products].map(([id, product]) => [id, { ...product, ...inForce(dated.get(id), day) }]))
}

const UNDATED = (): Pick<Product, 'normativ' | 'normativ_verzija'> => ({ normativ: [], normativ_verzija: null })

/** The version with the latest day that has come; nothing if the normativ without a day is in force. */
function inForce(versions: ReadonlyMap<number, Version> | undefined, day: CalendarDate) {
  const begun = [...(versions?.values() ?? [])].filter(({ vazi_od }) => vazi_od <= day)
  const last = begun.sort((a, b) => (a.vazi_od < b.vazi_od ? -1 : 1)).at(-1)
  return last && { normativ: last.normativ, normativ_verzija: last.normativ_verzija }
}

function refuseTooMany(requirements: number) {
  if (requirements <= MAX_DOCUMENT_REQUIREMENTS) return
  const many = formatWhole(requirements)
  const most = formatWhole(MAX_DOCUMENT_REQUIREMENTS)
  const message = `Stavke dokumenta imaju previše stavki normativa (${many}), a dozvoljeno je najviše ${most}. Podelite dokument.`
  throw new Refusal('invalid', message, 'stavke')
}

const refuseUnknown = (products: ReadonlyMap<string, Product>, lines: readonly C1Line[]) =>
  refuseIf(
    lines.flatMap(({ proizvod_id }, index) =>
      products.has(proizvod_id)
        ? []
        : [
            {
              field: `stavke.${index}.proizvod_id`,
              message: `Stavka ${index + 1}: proizvod ${proizvod_id} ne postoji.`,
            },
          ],
    ),
  )

/**
 * Materials with a changed need. All of them count if the document's date changed, and all of a line that has another
 * product now: their cost goes from one product to the other, and they are locked meanwhile.
 */
export function touchedMaterials(
  plan: readonly PlannedLine[],
  oldNeeds: readonly StoredNeed[],
  redated: boolean,
): Set<string> {
  const keyOf = (c1_stavka_id: number, need: PlannedNeed) =>
    `${c1_stavka_id} ${need.materijal_id} ${need.potrebna_kolicina} ${need.otpad_procenat} ${need.gubitak_procenat} ${need.kolicina}`
  const before = new Map(oldNeeds.map((need) => [keyOf(need.c1_stavka_id, need), need.materijal_id]))
  const touched = new Set<string>()
  for (const { line, stored, needs } of plan) {
    const anew = redated || stored?.proizvod_id !== line.proizvod_id
    for (const need of needs) {
      if (anew || !before.delete(keyOf(stored.id, need))) touched.add(need.materijal_id)
    }
  }
  for (const materijal_id of before.values()) touched.add(materijal_id)
  return touched
}

/** A line as it is answered, without what its lots are called. */
type Saved = Omit<C1Stavka, 'usmerenja'> & { readonly usmerenja: readonly Usmerenje[] }

/** The lines as they are answered: touched materials have the shortages of `booked`, the others keep theirs. */
export function savedLines(
  lines: readonly WrittenLine[],
  touched: ReadonlySet<string>,
  { shortages }: Booked,
  oldNeeds: readonly StoredNeed[],
): Saved[] {
  const lacked = new Map(oldNeeds.map((need) => [requirementKey(need.c1_stavka_id, need.materijal_id), need.manjak]))
  return lines.map(({ id, line, product, needs }) => {
    const { iznos, broj_fakture } = line
    const { proizvod_naziv, hs_code, jedinica_mere, normativ_verzija } = product
    const normativ = needs.map((need) => {
      const lacks = touched.has(need.materijal_id) ? shortages : lacked
      return { ...need, manjak: lacks.get(requirementKey(id, need.materijal_id)) ?? NO_QUANTITY }
    })
    const of = { proizvod_naziv, hs_code, jedinica_mere, iznos, normativ_verzija, normativ }
    return { id, broj_fakture, ...fieldsOf(C1_LINE, line), ...of, usmerenja: line.usmerenja ?? [] }
  })
}

/** The shortage of each material, over all lines. */
export function shortagesOf(stavke: readonly Pick<C1Stavka, 'normativ'>[]): C1Document['manjak'] {
  const found = new Map<string, C1Document['manjak'][number]>()
  for (const { materijal_id, naziv, jedinica_mere, manjak } of stavke.flatMap(({ normativ }) => normativ)) {
    if (manjak === NO_QUANTITY) continue
    const known = found.get(materijal_id)
    found.set(materijal_id, {
      materijal_id,
      naziv,
      jedinica_mere,
      kolicina: add<Micro>(known?.kolicina ?? NO_QUANTITY, manjak),
    })
  }
  return [...found.values()]
}

const LINE = {
  pozicija: 'int',
  iznos: 'int',
  ...columnsIn(C1_LINE),
  hs_code: 'text',
  jedinica_mere: 'text',
  broj_fakture: 'text',
  faktura_kljuc: 'text',
  normativ: 'text',
  normativ_verzija: 'int',
  sa_otpadom: 'int',
  usmerenja: 'text',
} as const
const lineColumns = ({ line, product: { hs_code, jedinica_mere, normativ_verzija }, needs }: PlannedLine) => ({
  ...line,
  faktura_kljuc: codeKey(line.broj_fakture),
  hs_code,
  jedinica_mere,
  normativ: normativText(needs),
  normativ_verzija,
  sa_otpadom: needs.some(hasWaste) ? 1 : 0,
  usmerenja: usmerenjaText(line.usmerenja),
})

const insertLines = rowInserter('c1_stavka', { ...LINE, c1_id: 'int' }, 'pozicija')
const insertLinesBack = insertion('c1_stavka', { ...LINE, c1_id: 'int', id: 'int' })

/** Lines of a document: its old ones, and its new ones; lines of one that comes `back` have ids already. */
type Planned = {
  readonly plan: readonly PlannedLine[]
  readonly oldLines: readonly StoredC1Line[]
  readonly back: object | null
}

/** Writes the lines and answers them with their ids, in the order of the plan. */
export async function writeLines(tx: Tx, c1_id: number, { plan, oldLines, back }: Planned): Promise<WrittenLine[]> {
  const kept = new Set(plan.flatMap(({ stored }) => (stored ? [stored.id] : [])))
  const removed = oldLines.filter(({ id }) => !kept.has(id))
  if (removed.length > 0)
    await sql`delete from c1_stavka where id in ${engineOf(tx).list<number>(removed.map(({ id }) => id))}`.execute(tx)
  const old = new Set(oldLines.map(({ id }) => id))
  const comesBack = ({ stored }: PlannedLine) => back !== null && stored !== null && !old.has(stored.id)
  const gone = plan.filter(comesBack)
  if (gone.length > 0)
    await engineOf(tx).write(tx, [
      insertLinesBack(gone.map((planned) => ({ ...lineColumns(planned), c1_id, id: planned.stored?.id }))),
    ])
  const changed = plan.filter((planned) => planned.stored && !comesBack(planned))
  if (changed.length > 0) {
    const rows = engineOf(tx).rows(
      { ...LINE, id: 'int' },
      changed.map((planned) => ({ ...lineColumns(planned), id: planned.stored?.id })),
    )
    const set = Object.keys(LINE).map((name) => sql`${sql.ref(name)} = ${sql.ref(`g.${name}`)}`)
    await sql`update c1_stavka set ${sql.join(set)} from ${rows} g where c1_stavka.id = g.id`.execute(tx)
  }
  const added = plan.filter(({ stored }) => !stored)
  const ids = new Map<number, number>(
    [...gone, ...changed].map(({ line, stored }) => [line.pozicija, stored?.id as number]),
  )
  if (added.length > 0) {
    const inserted = await insertLines(
      tx,
      added.map((planned) => ({ ...lineColumns(planned), c1_id })),
    )
    for (const [at, { line }] of added.entries()) ids.set(line.pozicija, inserted[at] as number)
  }
  return plan.map((planned) => ({ ...planned, id: ids.get(planned.line.pozicija) as number }))
}
