import { type Day, dateOf } from './demo-days.ts'
import { roundTo } from './demo-random.ts'

/** The authorisations of the demonstration; C4 and C1 of a kind of their own go under the one that is in force. */
const AUTHORISATIONS = [
  {
    from: -450,
    body: {
      broj: '148-07-483-12-45/1',
      vrsta_postupka: 'Aktivno oplemenjivanje – odlaganje',
      carinski_organ: 'Carinarnica Kragujevac',
      nadzorni_organ: 'Carinska ispostava Kragujevac',
      vazi_do: -180,
      rok_meseci: 12,
      rok_do_kraja: 'kvartal',
    },
  },
  {
    from: -179,
    body: {
      broj: '148-07-483-12-61/2',
      vrsta_postupka: 'Aktivno oplemenjivanje – odlaganje',
      carinski_organ: 'Carinarnica Kragujevac',
      nadzorni_organ: 'Carinska ispostava Kragujevac',
      vazi_do: 185,
      rok_meseci: 4,
      rok_do_kraja: 'dan',
    },
  },
] as const
const APPROVED = [
  { tarifni_broj: '8544 49 95', opis: 'Provodnici', najvise_kolicina: 250_000, jedinica_mere: 'm' },
  { tarifni_broj: '8536 69 90', opis: 'Konektori', najvise_kolicina: 45_000, jedinica_mere: 'kom' },
  { tarifni_broj: '8536 90 10', opis: 'Terminali', najvise_kolicina: 90_000, jedinica_mere: 'kom' },
  { tarifni_broj: '4016 93 00', opis: 'Brtve za provodnike', najvise_kolicina: 60_000, jedinica_mere: 'kom' },
  { tarifni_broj: '3917 32 00', opis: 'Rebrasta creva', najvise_kolicina: 20_000, jedinica_mere: 'm' },
]
const UNDER_AUTHORISATION: readonly string[] = ['Privremeni uvoz', 'Privremeni izvoz']

/** The authorisations as they are entered, oldest first. */
export const demoAuthorisations = (today: string) =>
  AUTHORISATIONS.map(({ from, body }) => ({
    ...body,
    vazi_od: dateOf(today, from),
    vazi_do: dateOf(today, body.vazi_do),
    stavke: APPROVED.map((line) => ({ ...line, sporedni: false })),
  }))

type Document = {
  readonly kind: 'c4' | 'c1'
  readonly day: Day
  readonly number: string
  readonly body: { readonly tip_dokumenta: string }
}

/** The customs facts of a document; `ids` are those of the authorisations. */
export function customsOf({ kind, day, number, body }: Document, ids: readonly number[], today: string) {
  const temporary = UNDER_AUTHORISATION.includes(body.tip_dokumenta)
  const last = AUTHORISATIONS.findLastIndex(({ from }) => day >= from)
  const entry = 11_000 + Number(number.slice(-4)) * 7
  return {
    odobrenje_id: temporary ? (ids[last] ?? null) : null,
    broj_jci: `${kind === 'c4' ? 'U' : 'I'}-${entry}`,
    oznaka_postupka: kind === 'c4' ? (temporary ? 'UV 5' : 'UV 4') : temporary ? 'IZ 3' : 'IZ 1',
    ...(kind === 'c4' && { carinski_organ: 'Carinska ispostava Kragujevac' }),
    // The deadline that customs wrote on the newest ones comes before the months of the authorisation.
    ...(kind === 'c4' && temporary && day > -60 && { rok_razduzenja: dateOf(today, 20) }),
  }
}

/** RSD to one unit of a currency on a JCI, and what transport adds to the price. */
const RSD = { EUR: 117.2, USD: 107, RSD: 1 } as const
const WITH_TRANSPORT = 1.025
const dutyRateOf = (tarifni_broj: string) => (tarifni_broj.startsWith('8544') ? 3.7 : 2.5)

type Imported = { readonly tarifni_broj: string; readonly kolicina: number; readonly cena_po_jedinici: number }

/** The facts in the JCI about the lines of a C4 under an authorisation. */
export function declared<Line extends Imported>(body: {
  readonly tip_dokumenta: string
  readonly valuta: keyof typeof RSD
  readonly stavke: readonly Line[]
}) {
  if (!UNDER_AUTHORISATION.includes(body.tip_dokumenta)) return {}
  return {
    stavke: body.stavke.map((line) => ({
      ...line,
      stopa_carine: dutyRateOf(line.tarifni_broj),
      carinska_vrednost_rsd: roundTo(line.kolicina * line.cena_po_jedinici * RSD[body.valuta] * WITH_TRANSPORT, 2),
    })),
  }
}

/** The account of the last quarter that is over, as it is handed in. */
export function lastQuarter(today: string) {
  const [year, month] = today.split('-').map(Number) as [number, number]
  const quarter = Math.floor((month - 1) / 3)
  const [of, last] = quarter === 0 ? [year - 1, 4] : [year, quarter]
  const ends = ['03-31', '06-30', '09-30', '12-31']
  return {
    broj: `OBR-${last}/${of}`,
    datum_od: `${of}-${String(last * 3 - 2).padStart(2, '0')}-01`,
    datum_do: `${of}-${ends[last - 1]}`,
  }
}
