import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import {
  type OstaloRazduzenje,
  type OstaloRazduzenjeHead,
  ostalaRazduzenjaEndpoints,
  RAZDUZENJE,
  type RazduzenjeBody,
  razduzenjeTexts,
  type SavedRazduzenje,
} from '#contract/ostala-razduzenja.ts'
import { popisiEndpoints } from '#contract/popisi.ts'
import { type CalendarDate, formatDate, parseTypedDate, yearOf } from '#domain/calendar-date.ts'
import { ApiError, call } from '#web/api.ts'
import { useRecordPdf } from '#web/beside/use-record-pdf.tsx'
import { NORMATIV_LOOKUP } from '#web/catalogue/normativ-lookup.ts'
import type { DocumentFormProps } from '#web/document-form/use-document-form.tsx'
import type { DocumentScreen } from '#web/document-list/use-document-actions.tsx'
import { RecordField, type RecordFields, RecordForm, type RecordKind } from '#web/drafts/record-form.tsx'
import { hasConsequences } from '#web/foreseen/consequences.tsx'
import { read } from '#web/queries.ts'
import { downloadFile } from '#web/received-file.ts'
import { BAD_REQUEST } from '#web/request.ts'
import { ClosedNote, isOpenField, useClosed } from '#web/screens/zakljuceno.tsx'
import { localDay } from '#web/ui/local-time.ts'
import { toastSuccess } from '#web/ui/toast.tsx'
import {
  checkRazduzenje,
  draftLike,
  draftOf,
  factsOf,
  NO_RAZDUZENJE,
  nameOf,
  RAZDUZENJE_KIND,
  type RazduzenjeDraft,
  razduzenjeScreenTexts,
  razduzenjeShape,
} from './razduzenje-draft.ts'
import { LotsAsked, RazduzenjeLines } from './razduzenje-line.tsx'

const {
  listRazduzenja,
  predlogRazduzenja,
  getRazduzenje,
  createRazduzenje,
  updateRazduzenje,
  deleteRazduzenje,
  uploadRazduzenjePdf,
  downloadRazduzenjePdf,
} = ostalaRazduzenjaEndpoints

/** The document as it is read, or the answer of a save with its effects. */
type Stored = OstaloRazduzenje & Partial<Pick<SavedRazduzenje, 'promenjeni_c1'>>

const RAZDUZENJE_FORM: RecordKind<Stored, RazduzenjeDraft, RazduzenjeBody> = {
  kind: RAZDUZENJE_KIND,
  list: listRazduzenja.path,
  empty: NO_RAZDUZENJE,
  shape: razduzenjeShape,
  draftOf,
  draftName: nameOf,
  factsOf,
  check: checkRazduzenje,
  lines: { field: 'stavke', firstColumn: 'materijal_id', lookup: NORMATIV_LOOKUP },
  load: (id) => call(getRazduzenje, { params: { id } }),
  create: (body, idempotencyKey) => call(createRazduzenje, { body, idempotencyKey }),
  update: (id, body, ifVersion) => call(updateRazduzenje, { params: { id }, body, ifVersion }),
  texts: { added: razduzenjeTexts.added, changed: razduzenjeTexts.added, saveFailed: razduzenjeScreenTexts.saveFailed },
  titles: { add: 'Novo razduženje', edit: 'Izmeni razduženje', submit: 'Sačuvaj razduženje' },
}

/** The form of goods that leave named lots without an export: which, how much, and why. */
function RazduzenjeForm(props: DocumentFormProps<OstaloRazduzenje>) {
  const { document, like, datum, onClose, onConsequences } = props
  const pdf = useRecordPdf<Stored, RazduzenjeBody>({
    nameOf: ({ broj }) => broj,
    load: (id) => call(downloadRazduzenjePdf, { params: { id } }),
    upload: (file, onProgress) => call(uploadRazduzenjePdf, { file, onProgress }),
  })
  return (
    <RecordForm<Stored, RazduzenjeDraft, RazduzenjeBody>
      of={RAZDUZENJE_FORM}
      stored={document}
      begun={like && { ...draftLike(like), ...(datum && { datum: formatDate(datum) }) }}
      onClose={onClose}
      beside={pdf}
      tell={(text, { promenjeni_c1 = [] }: Stored) => {
        const consequences = { text, manjak: [], promenjeni_c1 }
        if (hasConsequences(consequences)) onConsequences(consequences)
        else toastSuccess(text)
      }}
      fields={(form) => <Fields form={form} />}
    />
  )
}

const WIDTHS = { broj_jci: 'sm:col-span-2', carinski_organ: 'sm:col-span-4', razlog: 'sm:col-span-6' }
const widthOf = (name: string) => (name in WIDTHS ? WIDTHS[name as keyof typeof WIDTHS] : 'sm:col-span-2')

function Fields({ form }: { form: RecordFields<Stored> }) {
  const { draft, stored } = form
  const closed = useClosed(stored?.datum)
  const datum = parseTypedDate(draft.head.datum ?? '')
  const dayIsClosed = useClosed(datum)
  const { dispatch } = form
  // A day of the year: the next number is the same for all of them.
  const query = { datum: `${yearOf(datum ?? localDay())}-12-31` }
  const { data: predlog } = useQuery({ ...read(predlogRazduzenja, { query }), enabled: stored === null })
  useEffect(() => {
    if (predlog?.broj) dispatch({ do: 'proposeHead', change: { broj: predlog.broj } })
  }, [predlog, dispatch])
  const names = Object.keys(RAZDUZENJE)
  return (
    <>
      {closed && (
        <ClosedNote
          zakljuceno_do={closed}
          open={names.filter(isOpenField).map((name) => RAZDUZENJE[name as keyof typeof RAZDUZENJE].label)}
        />
      )}
      <div className="grid gap-4 sm:grid-cols-6">
        {names.map((name) => (
          <fieldset key={name} disabled={closed !== null && !isOpenField(name)} className={`min-w-0 ${widthOf(name)}`}>
            <RecordField
              of={RAZDUZENJE}
              form={form}
              name={name}
              {...(name === 'datum' && dayIsClosed && !closed && { hint: 'Taj period je zaključan.' })}
            />
          </fieldset>
        ))}
      </div>
      <LotsAsked value={{ datum, bez_dokumenta: stored?.id ?? null }}>
        <fieldset disabled={closed !== null} className="min-w-0">
          <RazduzenjeLines form={form} />
        </fieldset>
      </LotsAsked>
      <p className="mt-4 text-ink-2 text-sm">{razduzenjeScreenTexts.consequence(datum)}</p>
    </>
  )
}

/** A document of the quantities that a count found missing, as if it were stored. */
const shortageOf = (datum: CalendarDate, razlog: string, stavke: OstaloRazduzenje['stavke']): OstaloRazduzenje => ({
  ...{ id: 0, verzija: 0, broj: '', broj_jci: null, carinski_organ: null, pdf_fajl: null, c4_id: null },
  ...{ datum, razlog, stavke, vrsta: 'Manjak po popisu', broj_stavki: stavke.length },
})

/** Facts that the list of other discharges and the page of one share. */
export const RAZDUZENJE_SCREEN: DocumentScreen<OstaloRazduzenje, OstaloRazduzenjeHead> = {
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
