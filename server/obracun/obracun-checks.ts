import { type Obracun, type ObracunProvera, shortagesText } from '#contract/obracun.ts'
import { NO_AMOUNT } from '#domain/decimal.ts'
import { addsUp } from '#domain/lot-account.ts'
import type { StoredLot } from './obracun-lots.ts'

type Checked = Pick<Obracun, 'stavke' | 'izvoz' | 'normativi' | 'bez_pokrica'> & { stored: readonly StoredLot[] }
type Norm = Obracun['normativi'][number]
type Row = ObracunProvera['redovi'][number]

/**
 * The first rows of those materials of a product that it took by several norms; where its versions took other materials
 * each, of all of them.
 */
function differing(rows: readonly Norm[]): Norm[] {
  const byMaterial = [...Map.groupBy(rows, ({ materijal_id }) => materijal_id).values()]
  const several = byMaterial.filter((own) => own.length > 1)
  const versions = new Set(rows.map(({ normativ_verzija }) => normativ_verzija))
  return (several.length === 0 && versions.size > 1 ? byMaterial : several).map(([first]) => first as Norm)
}

/** Part F: what is to be looked at before the account is handed in (customs §5); empty where nothing is. */
export function checksOf({ stavke, normativi, bez_pokrica, stored }: Checked): ObracunProvera[] {
  const lot = (
    { ulaz_stavka_id, c4_id, broj_c4, broj_fakture, redni_broj }: StoredLot | Obracun['stavke'][number],
    opis = '',
  ): Row => ({
    vrsta: 'c4',
    id: String(c4_id),
    broj: broj_c4,
    opis: `faktura ${broj_fakture}, stavka ${redni_broj}${opis && `: ${opis}`}`,
    ulaz_stavka_ids: [ulaz_stavka_id],
  })
  const norms = Map.groupBy(normativi, ({ proizvod_id }) => proizvod_id)
  const checks: ObracunProvera[] = [
    {
      vrsta: 'identitet',
      tekst: 'Stavke čiji se zbir ne slaže: početno stanje + ulaz − razduženo nije krajnje stanje.',
      redovi: stavke.filter((row) => !addsUp(row)).map((row) => lot(row)),
    },
    {
      vrsta: 'manjak',
      tekst: `Izvozi čiji materijal nije pokriven uvozom (${shortagesText(bez_pokrica)}).`,
      redovi: bez_pokrica.map(({ c1_id, broj_c1, materijal_naziv, materijal_id }) => ({
        vrsta: 'c1',
        id: String(c1_id),
        broj: broj_c1,
        opis: `${materijal_naziv} (${materijal_id})`,
        materijal_id,
      })),
    },
    {
      vrsta: 'dva normativa',
      tekst: 'Proizvodi koji su u periodu izvezeni sa različitim normativima.',
      redovi: [...norms.values()]
        .flatMap(differing)
        .map(({ proizvod_id, proizvod_naziv, materijal_id, materijal_naziv }) => ({
          vrsta: 'proizvod',
          id: proizvod_id,
          broj: proizvod_id,
          opis: `${proizvod_naziv}: ${materijal_naziv}`,
          materijal_id,
        })),
    },
    {
      vrsta: 'tarifni broj',
      tekst: 'Stavke čiji tarifni broj nije onaj koji ima materijal.',
      redovi: stored
        .filter(({ tarifni_broj, tarifni_broj_materijala }) => tarifni_broj !== tarifni_broj_materijala)
        .map((row) => lot(row, `${row.tarifni_broj}, materijal ${row.tarifni_broj_materijala}`)),
    },
    {
      vrsta: 'vrednost 0',
      tekst: 'Stavke bez vrednosti.',
      redovi: stored.filter(({ iznos }) => iznos === NO_AMOUNT).map((row) => lot(row)),
    },
  ]
  return checks.filter(({ redovi }) => redovi.length > 0)
}
