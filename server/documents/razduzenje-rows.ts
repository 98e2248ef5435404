import { sql } from 'kysely'
import { sentences } from '#contract/errors.ts'
import { namesIn } from '#contract/form-fields.ts'
import {
  type OstaloRazduzenje,
  RAZDUZENJE,
  RAZDUZENJE_LINE,
  type RazduzenjeBody,
  type RazduzenjeStavka,
} from '#contract/ostala-razduzenja.ts'
import { type CalendarDate, formatDate, yearOf } from '#domain/calendar-date.ts'
import { type Micro, type Para, worthOf } from '#domain/decimal.ts'
import { codeKey } from '#domain/one-form.ts'
import { searchForms, searchText } from '#domain/search-text.ts'
import { entriesAbout, factsOf } from '#server/audit/log.ts'
import { engineOf, insertion } from '#server/db/engine.ts'
import { columnsIn, fieldsOf } from '#server/db/field-columns.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import { Refusal } from '#server/refusal.ts'
import { materialsById } from '#server/stock/log-change.ts'
import { CALLED_LOT } from '#server/stock/nameable-lots.ts'

// The rows of documents that take from named lots: those of a person, and those that follow from the lines of an
// import.

export const RAZDUZENJE_COLUMNS = ['id', ...namesIn(RAZDUZENJE), 'pdf_fajl', 'broj_stavki', 'verzija', 'c4_id'] as const

/** One of them with its lines; undefined if there is none. */
export async function razduzenjeById(db: Db, id: number): Promise<OstaloRazduzenje | undefined> {
  const row = await db
    .selectFrom('ostalo_razduzenje')
    .select(RAZDUZENJE_COLUMNS)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && { ...row, stavke: await stavkeOf(db, id) }
}

async function stavkeOf(db: Db, id: number): Promise<RazduzenjeStavka[]> {
  const { rows } = await sql<RazduzenjeStavka & { cena: Micro; kurs: Micro }>`
    select ${CALLED_LOT}, n.kolicina, n.stopa_carine, n.carinska_vrednost_rsd, n.iznos_carine, n.iznos_pdv, l.cena_po_jedinici as cena, l.kurs
    from ostalo_razduzenje_stavka n join c4_stavka l on l.id = n.ulaz_stavka_id join c4 on c4.id = l.c4_id
      join materijal m on m.id = l.materijal_id
    where n.ostalo_razduzenje_id = ${id} order by n.pozicija`.execute(db)
  return rows.map(({ cena, kurs, ...row }) => {
    return { ...row, vrednost_rsd: worthOf(row.kolicina, cena, kurs) }
  })
}

type Lot = { readonly id: number; readonly materijal_id: string; readonly broj_c4: string }
type Said = Omit<RazduzenjeBody, 'pdf_fajl' | 'vrsta'> & { readonly vrsta: string }

/** The columns of such a document except its PDF and its version; `lots` has at least the lots that it names. */
export async function razduzenjeColumns(tx: Tx, body: Said, lots: readonly Lot[]) {
  const { broj, broj_jci, vrsta, carinski_organ, razlog, datum, stavke } = body
  const own = new Set(stavke.map(({ ulaz_stavka_id }) => ulaz_stavka_id))
  const taken = lots.filter(({ id }) => own.has(id))
  const materials = await materialsById(tx, new Set(taken.map(({ materijal_id }) => materijal_id)))
  const goods = materials.map(({ materijal_id, naziv }) => `${materijal_id} ${naziv}`)
  const said = [vrsta, carinski_organ, razlog, ...goods].filter(Boolean)
  const numbers = [broj, broj_jci ?? '', ...new Set(taken.map(({ broj_c4 }) => broj_c4))].filter(Boolean)
  return {
    ...fieldsOf(RAZDUZENJE, body),
    godina: yearOf(datum),
    broj_kljuc: codeKey(broj),
    trazi: [...numbers.flatMap((number) => searchForms(number)), searchText(said.join(' '))].join(' '),
    broj_stavki: stavke.length,
  }
}

type Columns = Awaited<ReturnType<typeof razduzenjeColumns>> & {
  readonly pdf_fajl: string | null
  readonly c4_id: number | null
}
type Back = { readonly id: number; readonly verzija: number }

/**
 * Writes the row of one, over a stored one or as a new one, and answers its id; throws `taken` if its number is taken.
 */
export async function writeRazduzenjeRow(
  tx: Tx,
  columns: Columns,
  { stored, back }: { readonly stored: Back | null; readonly back: Back | null },
  taken: () => Error = numberTaken,
): Promise<number> {
  const verzija = back?.verzija ?? (stored?.verzija ?? 0) + 1
  try {
    if (stored) {
      const row = { ...columns, verzija }
      await tx.updateTable('ostalo_razduzenje').set(row).where('id', '=', stored.id).execute()
      return stored.id
    }
    const row = { ...columns, verzija, ...(back && { id: back.id }) }
    return (await tx.insertInto('ostalo_razduzenje').values(row).returning('id').executeTakeFirstOrThrow()).id
  } catch (error) {
    throw engineOf(tx).isUniqueViolation(error) ? taken() : error
  }
}

function numberTaken() {
  const message = sentences.documentExists
  return new Refusal('conflict', message, 'broj')
}

const insertLines = insertion('ostalo_razduzenje_stavka', {
  ostalo_razduzenje_id: 'int',
  pozicija: 'int',
  datum: 'text',
  vrsta: 'text',
  ...columnsIn(RAZDUZENJE_LINE),
  iznos_carine: 'int',
  iznos_pdv: 'int',
})

export type Duty = { readonly iznos_carine: Para | null; readonly iznos_pdv: Para | null }
export const NO_DUTY: Duty = { iznos_carine: null, iznos_pdv: null }

type Lines = { readonly datum: CalendarDate; readonly vrsta: string; readonly stavke: RazduzenjeBody['stavke'] }

export const writeRazduzenjeLines = (tx: Tx, id: number, { datum, vrsta, stavke }: Lines, duties: readonly Duty[]) =>
  engineOf(tx).write(tx, [
    insertLines(
      stavke.map((line, at) => {
        return { ...line, ...(duties[at] ?? NO_DUTY), ostalo_razduzenje_id: id, pozicija: at + 1, datum, vrsta }
      }),
    ),
  ])

/** The entry of the audit trail about one before and after; null where it does not exist. */
export const razduzenjeEntry = entriesAbout<OstaloRazduzenje>({
  vrsta: 'ostalo_razduzenje',
  predmet: ({ id }) => id,
  opis: ({ broj }) => broj,
  facts: (document) => ({
    ...factsOf(document, [...namesIn(RAZDUZENJE), 'pdf_fajl']),
    stavke: document.stavke.map(({ broj_c4, ...line }) => ({
      id: line.ulaz_stavka_id,
      c4_broj: broj_c4,
      ...factsOf(line, [
        'broj_fakture',
        'redni_broj',
        'materijal_id',
        'kolicina',
        'stopa_carine',
        'carinska_vrednost_rsd',
      ]),
    })),
  }),
  sazetak: ({ datum, vrsta, stavke }) => [formatDate(datum), vrsta, `stavki: ${stavke.length}`].join(' · '),
})
