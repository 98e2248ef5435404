import type { NasaFirma } from '#contract/nasa-firma.ts'
import { type CalendarDate, formatDate } from '#domain/calendar-date.ts'
import { fileStem } from '#server/files/file-stem.ts'

/** What the head of an account says (Annex 71-06 of DA 2015/2446): its holder, its authorisations, and which account it is. */
export type Glava = {
  /** Undefined until the company is filled in. */
  firma: Pick<NasaFirma, 'naziv' | 'pib' | 'mb' | 'grad' | 'drzava'> | undefined
  /** Over which imports it goes, as in 'Obračun svih uvoza', and the same as part of a file's name. */
  obim: string
  oznaka: string
  datum_od: CalendarDate | null
  datum_do: CalendarDate | null
  /** The authorisations under which its imports came. */
  odobrenja: readonly GlavaOdobrenja[]
  /** Of one that is handed in: its number, its day, and what its frozen rows are recognised by. */
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
  datum_podnosenja: CalendarDate
  rok_podnosenja: CalendarDate | null
  /** The number of the account that it corrects. */
  ispravlja: string | null
  sha256: string
}

export type Fact = readonly [label: string, text: string]

/** The head as it is read, holder first, in the order of the paper and of the first sheet. */
export function glavaFacts({ firma, obim, datum_od, datum_do, odobrenja, podnet }: Glava): Fact[] {
  const vrsta = podnet?.ispravlja
    ? `Ispravka obračuna ${podnet.ispravlja}`
    : podnet
      ? 'Obračun'
      : 'Obračun koji nije podnet'
  return [
    ['Držalac odobrenja', firma?.naziv ?? ''],
    ['PIB', firma?.pib ?? ''],
    ['Matični broj', firma?.mb ?? ''],
    ['Adresa', firma ? `${firma.grad}, ${firma.drzava}` : ''],
    ...odobrenja.flatMap(factsOfOdobrenje),
    ['Vrsta', vrsta],
    ['Obuhvat', obim],
    ['Period', periodText(datum_od, datum_do)],
    ...(podnet
      ? ([
          ['Broj obračuna', podnet.broj],
          ['Dan podnošenja', formatDate(podnet.datum_podnosenja)],
          ['Rok podnošenja', podnet.rok_podnosenja ? formatDate(podnet.rok_podnosenja) : ''],
          ['SHA-256 redova', podnet.sha256],
        ] as const)
      : []),
    ['Mesto', firma?.grad ?? ''],
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
const periodText = (od: CalendarDate | null, kraj: CalendarDate | null): string =>
  `${od ? `od ${formatDate(od)} ` : ''}${kraj ? `do ${formatDate(kraj)}` : 'do dana štampe'}`

/** `obracun-148-07-61-2_2026-07-01_2026-09-30.xlsx`, behind it the number of one that is handed in. */
export function obracunFile({ oznaka, datum_od, datum_do, podnet }: Glava, ending: 'pdf' | 'xlsx'): string {
  const number = podnet ? `_${fileStem(podnet.broj)}` : ''
  return `obracun-${fileStem(oznaka)}_${datum_od ?? 'od-pocetka'}_${datum_do ?? 'do-danas'}${number}.${ending}`
}
