// Random histories after a period was closed: what touches a document of it is refused, by the save and by looking before
// it, and no row of any account up to its last day changes.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { CalendarDate } from '#domain/calendar-date.ts'
import { type Answer, eachEngine } from '#server/testing.ts'
import { isDeep, SEED } from '#server/testing-depth.ts'
import { c1Body, c4Body, type Fields } from '#server/testing-documents.ts'
import { meterApi, meters, pieces } from '#server/testing-meters.ts'

const HISTORIES = isDeep ? { sqlite: 12, postgres: 4 } : { sqlite: 4, postgres: 2 }
const DAYS = Array.from({ length: 8 }, (_, at) => `2026-03-0${at + 1}`)
const LAST = '2026-03-04'
const CLOSED = /^Period do 04\.03\.2026\. je zaključan; dokument sa datumom /

type Kind = 'c4' | 'c1'
type Document = { kind: Kind; id: number; broj: string; datum: string }
const kind = fc.constantFrom<Kind>('c4', 'c1')
/** Every third day is the last closed one or the first open one. */
const datum = fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...DAYS) }, fc.constantFrom(LAST, '2026-03-05'))
const kolicina = fc.integer({ min: 1, max: 30 })
const which = fc.nat(30)
const command = fc.oneof(
  { weight: 4, arbitrary: fc.record({ verb: fc.constant('add' as const), kind, datum, kolicina }) },
  { weight: 4, arbitrary: fc.record({ verb: fc.constant('edit' as const), which, datum, kolicina }) },
  { weight: 2, arbitrary: fc.record({ verb: fc.constant('delete' as const), which }) },
  { weight: 1, arbitrary: fc.record({ verb: fc.constant('restore' as const), which }) },
)
type Command = typeof command extends fc.Arbitrary<infer T> ? T : never

test('each tenth document or more stands on the last closed day, and as many on the first open one', () => {
  const some = fc.sample(command, { numRuns: 1000, seed: SEED })
  const days = some.flatMap((one) => ('datum' in one ? [one.datum] : []))
  for (const day of [LAST, DAYS[DAYS.indexOf(LAST) + 1]]) {
    const meeting = days.filter((datum) => datum === day).length
    assert.ok(meeting >= days.length / 10, `${meeting} of ${days.length} on ${day}`)
  }
})

eachEngine('histories after a period was closed', (engine) => {
  test(`${HISTORIES[engine.name]} histories leave every account of the closed period as it was`, async () => {
    const api = await meterApi(engine)
    let numbers = 0
    const bodyOf = (of: Kind, broj: string, day: string, metara: number) =>
      of === 'c4' ? c4Body(broj, day, meters(metara)) : c1Body(broj, day, pieces(metara))

    /** Does it, and answers what came of it with the days of the document before and after; null: there is none. */
    async function run(documents: Document[], gone: Document[], action: Command) {
      const pick = (list: Document[]) => list[(action as { which: number }).which % Math.max(list.length, 1)]
      if (action.verb === 'add') {
        const broj = `D-${++numbers}`
        const body = bodyOf(action.kind, broj, action.datum, action.kolicina)
        const answer = await looked(`/${action.kind}`, null, body, () => api.post(`/${action.kind}`, body, MINIMAL))
        if (answer.status === 201) documents.push({ ...action, id: answer.body.id, broj })
        return { answer, days: [action.datum] }
      }
      const document = pick(action.verb === 'restore' ? gone : documents)
      if (!document) return null
      const { kind, id, broj } = document
      const path = `/${kind}/${id}`
      const days = [document.datum]
      if (action.verb === 'restore') {
        const answer = await api.post(`/vrati${path}`, undefined, MINIMAL)
        if (answer.status === 200) documents.push(...gone.splice(gone.indexOf(document), 1))
        return { answer, days }
      }
      if (action.verb === 'delete') {
        const answer = await looked(`/${kind}`, id, null, () => api.delete(path))
        if (answer.status === 200) gone.push(...documents.splice(documents.indexOf(document), 1))
        return { answer, days }
      }
      const body = bodyOf(kind, broj, action.datum, action.kolicina)
      const answer = await looked(`/${kind}`, id, body, () => api.put(path, body, MINIMAL))
      if (answer.status === 200) document.datum = action.datum
      return { answer, days: [...days, action.datum] }
    }

    /** Looking before the save says that it is refused, and why, where it is. */
    async function looked(path: string, id: number | null, dokument: Fields | null, save: () => Promise<Answer>) {
      const told = (await api.post(`${path}/provera`, { id, dokument })).body.odbijeno
      const answer = await save()
      assert.equal(told?.message, answer.status < 400 ? undefined : answer.body.message)
      return answer
    }

    const accounts = async () => {
      const asked = ['2026-03-02', LAST].flatMap((day) => [`datum_do=${day}`, `datum_od=2026-03-02&datum_do=${day}`])
      return Promise.all(asked.map(async (query) => (await api.get(`/obracun?${query}`)).body))
    }
    const histories = fc.tuple(
      fc.array(command, { minLength: 6, maxLength: 12 }),
      fc.array(command, { minLength: 6, maxLength: 16 }),
    )
    await fc.assert(
      fc.asyncProperty(histories, async ([before, after]) => {
        const [documents, gone]: [Document[], Document[]] = [[], []]
        await api.store.transact((tx) => tx.deleteFrom('zakljucenje').execute())
        for (const action of before) await run(documents, gone, action)
        const row = { do_dana: LAST as CalendarDate, korisnik: 'ana@firma.rs', vreme: 0 }
        await api.store.transact((tx) => tx.insertInto('zakljucenje').values(row).execute())
        const closed = await accounts()
        for (const action of after) {
          const done = await run(documents, gone, action)
          if (!done) continue
          const { answer, days } = done
          const isClosed = days.some((day) => day <= LAST)
          // An edit that sends what is stored changes nothing.
          if (action.verb === 'edit' && answer.status === 200 && new Set(days).size === 1) continue
          assert.equal(answer.status === 409 && CLOSED.test(answer.body.message), isClosed, JSON.stringify(action))
        }
        assert.deepEqual(await accounts(), closed)
      }),
      { numRuns: HISTORIES[engine.name], endOnFailure: true },
    )
  })
})
const MINIMAL = { prefer: 'return=minimal' }
