import type { Obracun, ObracunIzvoz, ObracunProvera } from '#contract/obracun.ts'
import { type CalendarDate, formatDate } from '#domain/calendar-date.ts'
import { formatMicro } from '#domain/decimal.ts'
import type { StoredLot } from './obracun-lots.ts'

type Checked = Pick<Obracun, 'stavke' | 'izvoz'> & {
  readonly stored: readonly StoredLot[]
  /** The last day of the account. */
  readonly kraj: CalendarDate
  /** Whether there is any authorisation: books without one are not asked for it. */
  readonly usesOdobrenja: boolean
}

/** The checks of deadlines and authorisations (customs §5, F); empty where nothing is to be looked at. */
export function customsChecks({ stavke, izvoz, stored, kraj, usesOdobrenja }: Checked): ObracunProvera[] {
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

/** Each import of these lots once, with what it does not say. */
function unsaid(stored: readonly StoredLot[]): ObracunProvera['redovi'] {
  const imports = new Map(stored.map((lot) => [lot.c4_id, lot]))
  return [...imports.values()].flatMap(({ c4_id, broj_c4, odobrenje_id, broj_jci }) => {
    const missing = [...(odobrenje_id === null ? ['bez odobrenja'] : []), ...(broj_jci ? [] : ['bez broja JCI'])]
    return missing.length > 0
      ? [{ vrsta: 'c4' as const, id: String(c4_id), broj: broj_c4, opis: missing.join(', ') }]
      : []
  })
}
