import { OBRACUN_FIGURES } from '#contract/figures/obracun.ts'
import type { ObracunObjasnjenje } from '#contract/obracun.ts'
import type { UsaglasavanjeRed } from '#contract/usaglasavanje.ts'
import { formatDate } from '#domain/calendar-date.ts'
import { formatWhole } from '#domain/decimal.ts'
import { MAX_DECIMALA } from '#domain/usaglasavanje.ts'
import { dayOf } from '#server/local-time.ts'
import { figureTable } from './figure-table.ts'
import { periodText } from './obracun-glava.ts'
import { type Firma, ownTop, sheetFrame } from './paper-frame.ts'
import type { PaperHead } from './papers.ts'
import type { PdfDefinition } from './pdf-definition.ts'

/** A comparison with the books of another as it is drawn; the explanation of a difference may be empty. */
export type UsaglasavanjePaper = {
  usaglasavanje: UsaglasavanjeRed
  redovi: readonly ObracunObjasnjenje[]
  firma: Firma | undefined
  stampano: PaperHead['stampano']
}

const POTPISI = ['Sastavio', 'Odgovorno lice (M.P.)', 'Špediter ili carinski organ']

/** The differences between our imports and a sheet of the forwarder or customs, with explanations. A4 across. */
export function usaglasavanjePaper({ usaglasavanje, redovi, firma, stampano }: UsaglasavanjePaper): PdfDefinition {
  const { fajl, datum_od, datum_do, odobrenje_broj, nasih, njihovih, istih, vreme, korisnik } = usaglasavanje
  const { broj_razlika, objasnjenih, tolerancija_vrednosti, decimale_kolicine } = usaglasavanje
  const title = 'Usaglašavanje uvoza'
  const period = periodText(datum_od, datum_do)
  const same = [
    tolerancija_vrednosti > 0 && `razlika u vrednosti do ${formatWhole(tolerancija_vrednosti)}`,
    decimale_kolicine < MAX_DECIMALA && `količina na ${decimale_kolicine} dec.`,
  ].filter(Boolean)
  return sheetFrame({
    heading: `${title} ${period}`,
    subject: title,
    stampano,
    orientation: 'landscape',
    top: ownTop(firma, title, `sa špediterom ili carinom, ${period}`, [
      ...(odobrenje_broj ? [`Odobrenje: ${odobrenje_broj}`] : []),
      `Njihov fajl: ${fajl}; upoređeno ${formatDate(dayOf(vreme))}, ${korisnik}`,
      `Naših stavki: ${nasih}, redova fajla: ${njihovih}, isto: ${istih}, razlika: ${broj_razlika}, bez objašnjenja: ${broj_razlika - objasnjenih}`,
      ...(same.length > 0 ? [`Kao isto se računa: ${same.join(', ')}`] : []),
    ]),
    content:
      redovi.length > 0
        ? figureTable('Razlike', OBRACUN_FIGURES.objasnjenja, redovi)
        : [{ text: 'Nema razlika: svi redovi se slažu.' }],
    potpisi: POTPISI,
  })
}
