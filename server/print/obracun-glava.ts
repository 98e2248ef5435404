import type { NasaFirma } from '#contract/nasa-firma.ts'
import { type CalendarDate, formatDate } from '#domain/calendar-date.ts'
import { fileStem } from '#server/files/file-stem.ts'

/** The head of an account (Annex 71-06 of DA 2015/2446): its holder, its authorisations, and which account it is. */
export type Glava = {
  /** Undefined until the company is filled in. */
  firma: Omit<NasaFirma, 'verzija'> | undefined
  /** The imports of the account, as in 'Obračun svih uvoza'; `oznaka` is the same as part of a file's name. */
  obim: string
  oznaka: string
  datum_od: CalendarDate | null
  datum_do: CalendarDate | null
  /** `od 01.07.2026. do 30.09.2026.` */
  period: string
  /** The authorisations under which its imports came. */
  odobrenja: readonly GlavaOdobrenja[]
  /** The facts of an account that is handed in: its number, its day, and the hash of its frozen rows. */
  podnet?: GlavaPodnetog | undefined
}
type GlavaOdobrenja = {
  broj: string
  vrsta_postupka: string | null
  carinski_organ: string | null
  nadzorni_organ: string | null
  vazi_od: CalendarDate
  vazi_do: CalendarDate | null
}
export type GlavaPodnetog = {
  broj: string
  rok_podnosenja: CalendarDate | null
  /** The number of the account that it corrects. */
  ispravlja: string | null
  /** Both are known once it is handed in. */
  datum_podnosenja?: CalendarDate
  sha256?: string
}

export type Fact = readonly [label: string, text: string]

/** The label of a fact that is too long to stand beside others. */
export const HASH = 'SHA-256 redova'

/** The facts of the head in the order of paper and sheet: the holder, the authorisations, the account. */
export function glavaFacts({ firma, obim, period, odobrenja, podnet }: Glava): [Fact[], Fact[], Fact[]] {
  const given = podnet?.ispravlja ? `Ispravka obračuna ${podnet.ispravlja}` : 'Obračun'
  return [
    [
      ['Držalac odobrenja', firma?.naziv ?? ''],
      ['PIB', firma?.pib ?? ''],
      ['Matični broj', firma?.mb ?? ''],
      ['Adresa', firma ? [firma.adresa, firma.grad, firma.drzava].filter(Boolean).join(', ') : ''],
    ],
    odobrenja.flatMap(factsOfOdobrenje),
    [
      ['Vrsta', podnet ? given : 'Obračun koji nije podnet'],
      ['Broj', podnet?.broj ?? ''],
      ['Obuhvat', obim],
      ['Period', period],
      ['Dan podnošenja', podnet?.datum_podnosenja ? formatDate(podnet.datum_podnosenja) : ''],
      ['Rok za obračun', podnet?.rok_podnosenja ? formatDate(podnet.rok_podnosenja) : ''],
      ['Mesto', firma?.grad ?? ''],
      [HASH, podnet?.sha256 ?? ''],
    ],
  ]
}

function factsOfOdobrenje(odobrenje: GlavaOdobrenja): Fact[] {
  const { broj, vrsta_postupka, carinski_organ, nadzorni_organ, vazi_od, vazi_do } = odobrenje
  const valid = `od ${formatDate(vazi_od)}${vazi_do ? ` do ${formatDate(vazi_do)}` : ''}`
  return [
    ['Odobrenje', broj],
    ['Postupak', vrsta_postupka ?? ''],
    ['Carinski organ', carinski_organ ?? ''],
    ['Nadzorni organ', nadzorni_organ ?? ''],
    ['Važi', valid],
  ]
}

/** `od 01.07.2026. do 30.09.2026.`, as far as it has bounds. */
export const periodText = (od: CalendarDate | null, kraj: CalendarDate | null): string =>
  `${od ? `od ${formatDate(od)} ` : ''}${kraj ? `do ${formatDate(kraj)}` : 'do dana štampe'}`

/** `obracun-148-07-61-2_2026-07-01_2026-09-30.xlsx`; an account that is handed in adds its number at the end. */
export function obracunFile({ oznaka, datum_od, datum_do, podnet }: Glava, ending: 'pdf' | 'xlsx'): string {
  const number = podnet ? `_${fileStem(podnet.broj)}` : ''
  return `obracun-${fileStem(oznaka)}_${datum_od ?? 'od-pocetka'}_${datum_do ?? 'do-danas'}${number}.${ending}`
}
