import {
  type OstaloRazduzenje,
  ostalaRazduzenjaEndpoints,
  type RazduzenjeRow,
  razduzenjeTexts,
} from '#contract/ostala-razduzenja.ts'
import { popisiEndpoints } from '#contract/popisi.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import { ApiError, call } from '#web/api.ts'
import type { DocumentScreen } from '#web/document-list/use-document-actions.tsx'
import { downloadFile } from '#web/received-file.ts'
import { BAD_REQUEST } from '#web/request.ts'
import { RAZDUZENJE_KIND } from './razduzenje-draft.ts'
import { RazduzenjeForm } from './razduzenje-form.tsx'
import { razduzenjeScreenTexts } from './razduzenje-texts.ts'

const { getRazduzenje, deleteRazduzenje, downloadRazduzenjePdf } = ostalaRazduzenjaEndpoints

/** A document of what a count found lacking, as if it were stored. */
const shortageOf = (datum: CalendarDate, razlog: string, stavke: OstaloRazduzenje['stavke']): OstaloRazduzenje => ({
  ...{ id: 0, verzija: 0, broj: '', broj_jci: null, carinski_organ: null, pdf_fajl: null, c4_id: null },
  ...{ datum, razlog, stavke, vrsta: 'Manjak po popisu', broj_stavki: stavke.length },
})

/** Facts that the list of other discharges and the page of one share. */
export const RAZDUZENJE_SCREEN: DocumentScreen<OstaloRazduzenje, RazduzenjeRow> = {
  vrsta: 'ostalo_razduzenje',
  label: 'Ostala razduženja',
  newText: 'Novo razduženje',
  texts: { ...razduzenjeScreenTexts, deleted: razduzenjeTexts.deleted },
  numberOf: ({ broj }) => broj,
  typeOf: ({ vrsta }) => vrsta,
  partnerOf: ({ razlog }) => razlog,
  async get(id) {
    const document = await call(getRazduzenje, { params: { id } })
    if (document.c4_id === null) return document
    throw new ApiError(BAD_REQUEST, razduzenjeTexts.ofImport(document.stavke[0]?.broj_c4 ?? ''))
  },
  async begin(id) {
    const { datum, upozorenje, razlog, stavke } = await call(popisiEndpoints.manjakPopisa, { params: { id } })
    return { like: shortageOf(datum, razlog, stavke), datum, told: upozorenje }
  },
  remove: ({ id, verzija }) => call(deleteRazduzenje, { params: { id }, ifVersion: verzija }),
  async download({ id, broj }) {
    const { blob } = await call(downloadRazduzenjePdf, { params: { id } })
    downloadFile(blob, `${broj}.pdf`)
  },
  kind: RAZDUZENJE_KIND,
  Form: RazduzenjeForm,
}
