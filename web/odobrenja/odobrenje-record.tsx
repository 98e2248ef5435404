import { z } from 'zod'
import { ODOBRENJE, ODOBRENJE_LINE, type Odobrenje, odobrenjaEndpoints, odobrenjeTexts } from '#contract/odobrenja.ts'
import type { RecordFacts } from '#web/drafts/differences.ts'
import { withoutFirst } from '#web/drafts/draft.ts'
import { checkIn, readIn, wireIn } from '#web/drafts/typed-fields.ts'
import { defineRecord } from '#web/records/define-record.ts'
import { draftIn, type TextIn, textIn } from '#web/records/draft-in.ts'
import { odobrenjeAddress } from '#web/screens/record-addresses.ts'

const { listOdobrenja, getOdobrenje, createOdobrenje, updateOdobrenje, deleteOdobrenje } = odobrenjaEndpoints

const { body } = createOdobrenje
const HEAD = draftIn(ODOBRENJE, body)
const LINE = textIn(ODOBRENJE_LINE)
export const NEW_LINE = LINE.empty
type LineDraft = typeof NEW_LINE
type OdobrenjeDraft = TextIn<typeof ODOBRENJE> & { readonly stavke: readonly LineDraft[] }

/** An authorisation of customs and the goods that it names. */
export const ODOBRENJE_RECORD = defineRecord({
  vrsta: 'odobrenje',
  calls: { list: listOdobrenja, get: getOdobrenje, create: createOdobrenje, update: updateOdobrenje },
  deletion: {
    call: deleteOdobrenje,
    failed: 'Odobrenje nije obrisano.',
    shown: ({ broj }) => <span className="code">{broj}</span>,
  },
  /** With a first line to type into; untouched it is not sent. */
  empty: { ...HEAD.empty, stavke: [NEW_LINE] },
  shape: HEAD.shape.extend({ stavke: z.array(LINE.shape) }) as unknown as z.ZodType<OdobrenjeDraft>,
  draftOf: (odobrenje: Odobrenje): OdobrenjeDraft => ({
    ...HEAD.draftOf(odobrenje),
    stavke: odobrenje.stavke.map(LINE.textOf),
  }),
  check: (draft) =>
    checkIn(ODOBRENJE, draft, body, {
      stavke: withoutFirst(draft.stavke, NEW_LINE).map((line) => wireIn(ODOBRENJE_LINE, LINE.valuesOf(line))),
    }),
  factsOf: (draft) => ({ ...HEAD.factsOf(draft), lines: withoutFirst(draft.stavke, NEW_LINE).map(lineFacts) }),
  lines: { field: 'stavke', firstColumn: 'tarifni_broj' },
  draftName: ({ broj }) => broj,
  nameOf: ({ broj }) => broj,
  sort: 'vazi_od',
  order: 'desc',
  words: { label: 'Odobrenja', counted: 'odobrenja', search: 'Pretraži odobrenja...', add: 'Novo odobrenje' },
  titles: { add: 'Novo odobrenje', edit: 'Izmeni odobrenje', submit: 'Dodaj odobrenje' },
  texts: { ...odobrenjeTexts, loadFailed: 'Odobrenja nisu učitana.', saveFailed: 'Odobrenje nije sačuvano.' },
  page: { addressOf: odobrenjeAddress, action: 'Pregled' },
})

/** A line as the form calls it. */
function lineFacts(line: LineDraft, at: number): RecordFacts['lines'][number] {
  const facts = readIn(ODOBRENJE_LINE, LINE.valuesOf(line))
  const summary = facts.flatMap(({ field, text }) => (text && field !== 'sporedni' ? [text] : [])).join(' · ')
  return { id: String(at), name: `Stavka ${at + 1}`, summary, facts }
}
