import type { Obracun, ObracunProvera } from '#contract/obracun.ts'

type Delovi = Pick<Obracun, 'stavke' | 'izvoz' | 'normativi' | 'bez_pokrica'>
/** The ids of the things that a row of any part is about. */
type Row = { c4_id?: number; c1_id?: number; proizvod_id?: string; ulaz_stavka_id?: number; materijal_id: string }

/** The parts of an account with only the rows that a check is about. */
export function rowsOfCheck<D extends Delovi>(of: D, { redovi }: ObracunProvera): D {
  const told = Map.groupBy(
    redovi.map((row) => ({ ...row, lots: row.ulaz_stavka_ids && new Set(row.ulaz_stavka_ids) })),
    ({ vrsta, id }) => (vrsta === 'odobrenje' ? vrsta : `${vrsta} ${id}`),
  )
  const isAbout = ({ c4_id, c1_id, proizvod_id, ulaz_stavka_id, materijal_id }: Row) =>
    [`c4 ${c4_id}`, `c1 ${c1_id}`, `proizvod ${proizvod_id}`, 'odobrenje'].some((key) =>
      told
        .get(key)
        ?.some(
          (row) =>
            (!row.lots || (ulaz_stavka_id !== undefined && row.lots.has(ulaz_stavka_id))) &&
            (row.materijal_id ?? materijal_id) === materijal_id,
        ),
    )
  return {
    ...of,
    stavke: of.stavke.filter(isAbout),
    izvoz: of.izvoz.filter(isAbout),
    normativi: of.normativi.filter(isAbout),
    bez_pokrica: of.bez_pokrica.filter(isAbout),
  }
}
