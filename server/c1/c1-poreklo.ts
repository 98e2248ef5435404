import { sql } from 'kysely'
import { C1_CURRENCY } from '#contract/c1.ts'
import { LIMIT_OF, type Poreklo, type PorekloBody, type porekloEndpoints } from '#contract/poreklo.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import { rateOn } from '#domain/currency.ts'
import { type Micro, worthOf } from '#domain/decimal.ts'
import { counts, originOf } from '#domain/poreklo.ts'
import type { Store } from '#server/db/open.ts'
import type { Db, Flag } from '#server/db/schema.ts'
import { nasaFirma } from '#server/documents/nasa-firma.ts'
import type { Call, Handlers } from '#server/http/call.ts'
import { drawn, inBase64, NOT_DRAWN, printPoreklo } from '#server/print/print-papers.ts'
import { existing, Refusal } from '#server/refusal.ts'

const WORTHLESS = 'Vrednost stavke po ovoj ceni je 0,00 RSD.'

/** The origin sheet of an exported line, computed from what it actually drew; nothing is stored (customs §4.10). */
export const porekloHandlers = ({ readAtOnce }: Store): Handlers<typeof porekloEndpoints> => {
  const read = ({ params, body }: Pick<Call<typeof porekloEndpoints.c1Poreklo>, 'params' | 'body'>) =>
    readAtOnce((db) => porekloOf(db, params.id, body))
  return {
    c1Poreklo: read,
    async c1PorekloFiles({ params, body, user, now }) {
      const poreklo = await read({ params, body })
      const firma = await readAtOnce(nasaFirma)
      const stampano = { korisnik: user.email, vreme: now }
      return { files: inBase64(await drawn(printPoreklo({ poreklo, firma, stampano }), NOT_DRAWN)) }
    },
  }
}

type Line = Pick<
  Poreklo,
  | 'broj_c1'
  | 'datum'
  | 'broj_fakture'
  | 'redni_broj'
  | 'proizvod_id'
  | 'proizvod_naziv'
  | 'hs_code'
  | 'jedinica_mere'
  | 'kolicina'
>
type Taken = Omit<Poreklo['stavke'][number], 'dokazuje_poreklo' | 'usmereno' | 'vrednost_rsd' | 'uracunato'> & {
  poreklo: Flag
  usmereno: Flag
}
type Row = Taken | ({ [K in keyof Taken]: null } & Pick<Taken, 'materijal_id' | 'jedinica_mere' | 'kolicina'>)

/** The sheet of one line of this export. Refuses (404) a line that is not of it. */
async function porekloOf(db: Db, c1_id: number, body: PorekloBody): Promise<Poreklo> {
  const { c1_stavka_id, pravilo, cena_ex_works } = body
  const line = await lineOf(db, c1_id, c1_stavka_id)
  const kurs = await euroOn(db, line.datum)
  const vrednost_rsd = worthOf(line.kolicina, cena_ex_works, kurs)
  if (vrednost_rsd === 0) throw new Refusal('invalid', WORTHLESS, 'cena_ex_works')
  const dozvoljeno = body[LIMIT_OF[pravilo]] as Micro
  const asked = { hs_code: line.hs_code, vrednost_rsd, pravilo, dozvoljeno }
  const rows = await drawsOf(db, c1_stavka_id)
  const stavke = rows.flatMap((row) => {
    if (row.ulaz_stavka_id === null) return []
    const { poreklo, ...of } = row
    const lot = { ...of, dokazuje_poreklo: poreklo === 1, usmereno: of.usmereno === 1 }
    const uracunato = counts(lot, asked)
    return [{ ...lot, vrednost_rsd: worthOf(lot.kolicina, lot.cena_po_jedinici, lot.kurs), uracunato }]
  })
  const lacks = rows.flatMap(({ ulaz_stavka_id, kolicina, ...of }) =>
    ulaz_stavka_id === null ? [{ ...of, manjak: kolicina }] : [],
  )
  const said = { c1_id, ...line, c1_stavka_id, cena_ex_works, kurs, vrednost_rsd, pravilo, dozvoljeno }
  return { ...said, ...originOf(asked, stavke, lacks), stavke }
}

const lineOf = async (db: Db, c1_id: number, c1_stavka_id: number): Promise<Line> => {
  const { rows } = await sql<Line>`
    select c1.broj_c1, c1.datum, i.broj_fakture, i.redni_broj, i.proizvod_id, p.naziv as proizvod_naziv, i.hs_code,
      i.jedinica_mere, i.kolicina
    from c1_stavka i join c1 on c1.id = i.c1_id join proizvod p on p.id = i.proizvod_id
    where i.id = ${c1_stavka_id} and i.c1_id = ${c1_id}`.execute(db)
  return existing(Promise.resolve(rows[0]))
}

/** The rate for comparing the price of the export with its materials. The table has one for every day. */
async function euroOn(db: Db, datum: CalendarDate): Promise<Micro> {
  const rates = await db
    .selectFrom('kurs')
    .select(['valuta', 'vazi_od', 'kurs'])
    .where('valuta', '=', C1_CURRENCY)
    .execute()
  const kurs = rateOn(rates, C1_CURRENCY, datum)
  if (kurs === null) throw new Refusal('invalid', `Nema kursa za ${C1_CURRENCY} na dan izvoza.`)
  return kurs
}

/** The draws of the line, oldest lot first, and its shortages, by material. */
async function drawsOf(db: Db, c1_stavka_id: number): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select r.materijal_id, m.naziv as materijal_naziv, m.jedinica_mere, l.id as ulaz_stavka_id, l.c4_id, c4.broj_c4,
      l.datum as datum_c4, l.broj_fakture, l.redni_broj, l.tarifni_broj, l.zemlja_porekla, l.dokazuje_poreklo as poreklo,
      r.kolicina, r.usmereno, l.cena_po_jedinici, c4.valuta, l.kurs
    from razduzenje r join materijal m on m.id = r.materijal_id
    left join c4_stavka l on l.id = r.c4_stavka_id left join c4 on c4.id = l.c4_id
    where r.c1_stavka_id = ${c1_stavka_id} and r.kolicina > 0
    order by r.materijal_id, case when l.id is null then 1 else 0 end, l.datum, l.c4_id, l.id, r.usmereno`.execute(db)
  return rows
}
