import { type Obracun, type ObracunIzvoz, type ObracunProvera, shortagesText } from '#contract/obracun.ts'
import { type CalendarDate, formatDate } from '#domain/calendar-date.ts'
import { formatMicro, NO_AMOUNT } from '#domain/decimal.ts'
import { addsUp } from '#domain/lot-account.ts'
import type { Db } from '#server/db/schema.ts'
import { type KeptRazlika, razlikaWords, razlikeIn } from '#server/documents/razlike.ts'
import type { StoredLot } from './obracun-lots.ts'
import type { Scope } from './obracun-scope.ts'

type Checked = Pick<Obracun, 'stavke' | 'izvoz' | 'normativi' | 'bez_pokrica'> & { stored: readonly StoredLot[] }
type Norm = Obracun['normativi'][number]
type Row = ObracunProvera['redovi'][number]

/**
 * The first row of each material that a product took by several norms. The first row of every material, where its
 * versions took different ones.
 */
function differing(rows: readonly Norm[]): Norm[] {
  const byMaterial = [...Map.groupBy(rows, ({ materijal_id }) => materijal_id).values()]
  const several = byMaterial.filter((own) => own.length > 1)
  const versions = new Set(rows.map(({ normativ_verzija }) => normativ_verzija))
  return (several.length === 0 && versions.size > 1 ? byMaterial : several).map(([first]) => first as Norm)
}

/** Part F: the checks before an account is handed in (customs §5); empty where nothing needs a look. */
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

type CustomsChecked = Pick<Obracun, 'stavke' | 'izvoz'> & {
  readonly stored: readonly StoredLot[]
  /** The last day of the account. */
  readonly kraj: CalendarDate
  /** Whether there is any authorisation: books without one are not asked for it. */
  readonly usesOdobrenja: boolean
}

/** The checks of deadlines and authorisations (customs §5, F); empty where nothing needs a look. */
export function customsChecks({ stavke, izvoz, stored, kraj, usesOdobrenja }: CustomsChecked): ObracunProvera[] {
  const checks: ObracunProvera[] = [
    {
      vrsta: 'rok',
      tekst: 'Stavke sa ostatkom, kojima je rok za razduženje istekao.',
      redovi: stavke.flatMap(({ ulaz_stavka_id, c4_id, broj_c4, rok, krajnje_stanje, materijal_id, jedinica_mere }) =>
        rok !== null && rok < kraj && krajnje_stanje > 0
          ? [
              {
                vrsta: 'c4' as const,
                id: String(c4_id),
                broj: broj_c4,
                opis: `${materijal_id}: rok ${formatDate(rok)}; ostalo je ${formatMicro(krajnje_stanje)} ${jedinica_mere}`,
                ulaz_stavka_ids: [ulaz_stavka_id],
              },
            ]
          : [],
      ),
    },
    {
      vrsta: 'posle roka',
      tekst: 'Izvozi koji su razdužili uvoz posle njegovog roka.',
      redovi: izvoz.filter(({ posle_roka }) => posle_roka).map(drawnRow),
    },
    {
      vrsta: 'pre prelaska',
      tekst: 'Izvozi pre dana prelaska uvoza: proverite da li su već uračunati u „Već razduženo“.',
      redovi: izvoz.filter(({ pre_prelaska }) => pre_prelaska).map(drawnRow),
    },
    {
      vrsta: 'bez odobrenja',
      tekst: 'Uvozi bez odobrenja ili bez broja JCI.',
      redovi: usesOdobrenja ? unsaid(stored) : [],
    },
  ]
  return checks.filter(({ redovi }) => redovi.length > 0)
}

const drawnRow = ({ c1_id, broj_c1, broj_c4, materijal_id, ulaz_stavka_id }: ObracunIzvoz) => ({
  ...{ vrsta: 'c1' as const, id: String(c1_id), broj: broj_c1, opis: `${materijal_id} iz ${broj_c4}` },
  ulaz_stavka_ids: [ulaz_stavka_id],
})

/** The imports of these lots without an authorisation or a JCI number, each once. */
function unsaid(stored: readonly StoredLot[]): ObracunProvera['redovi'] {
  const imports = new Map(stored.map((lot) => [lot.c4_id, lot]))
  return [...imports.values()].flatMap(({ c4_id, broj_c4, odobrenje_id, broj_jci }) => {
    const missing = [...(odobrenje_id === null ? ['bez odobrenja'] : []), ...(broj_jci ? [] : ['bez broja JCI'])]
    return missing.length > 0
      ? [{ vrsta: 'c4' as const, id: String(c4_id), broj: broj_c4, opis: missing.join(', ') }]
      : []
  })
}

/**
 * The results of the last comparisons with the forwarder or customs for the period of an account (customs §4.11):
 * explanations to print, and the check for differences without one.
 */
export async function usaglasenoIn(db: Db, scope: Scope): Promise<Pick<Obracun, 'objasnjenja' | 'provere'>> {
  const objasnjenja: Obracun['objasnjenja'] = []
  const redovi: ObracunProvera['redovi'] = []
  for (const row of await razlikeIn(db, scope)) {
    const { usaglasavanje_id, c4_id, objasnjenje } = row
    if (objasnjenje === null) redovi.push(unexplained(row))
    else objasnjenja.push({ usaglasavanje_id, c4_id, ...razlikaWords(row), objasnjenje })
  }
  const provera = { vrsta: 'špediter', tekst: 'Neobjašnjene razlike prema špediteru ili carini.', redovi } as const
  return { objasnjenja, provere: redovi.length > 0 ? [provera] : [] }
}

function unexplained(row: KeptRazlika): ObracunProvera['redovi'][number] {
  const { vrsta, broj, stavka, kod_nas, kod_njih } = razlikaWords(row)
  const sides = [kod_nas && `kod nas ${kod_nas}`, kod_njih && `kod špeditera ${kod_njih}`].filter(Boolean).join('; ')
  const opis = [stavka, `${vrsta}: ${sides}`].filter(Boolean).join(', ')
  const lot = row.razlika.nas ? { ulaz_stavka_ids: [row.razlika.nas.ulaz_stavka_id] } : {}
  return { vrsta: 'usaglasavanje', id: String(row.usaglasavanje_id), broj, opis, ...lot }
}
