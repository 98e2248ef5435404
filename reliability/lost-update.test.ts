// Two editors of one record, in every order of reading and saving: nobody overwrites what he has not seen.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Random, seeded } from '#scripts/demo-random.ts'
import { MATERIALS, newBody, PRODUCTS } from './documents.ts'
import type { Caller } from './http-client.ts'
import { eachEngine, withInstances } from './instances.ts'
import { emptyLog, enterCatalogue } from './load.ts'
import { SCALE, SEED, TIMEOUT_MS } from './settings.ts'

const INTERLEAVINGS = 125 * SCALE
const KEPT_CHARACTERS = 40

/** A record and its field of free text: each successful save puts a letter behind what its editor had read. */
type Subject = { readonly path: string; readonly read: string; readonly field: string; text: string }

eachEngine('two editors', (engine) => {
  test(`${INTERLEAVINGS} interleavings: a save succeeds only on what its editor has read (seed ${SEED})`, {
    timeout: TIMEOUT_MS,
  }, async (t) => {
    const random = seeded(SEED)
    await withInstances(engine, async ({ callers }) => {
      const subjects = await subjectsOf(callers[0], random)
      const editors = [callers[0], callers[1] ?? callers[0]] as const
      let saved = 0
      for (let at = 0; at < INTERLEAVINGS; at++) saved += await interleave(editors, random.pick(subjects), random)
      for (const subject of subjects) assert.equal((await read(callers[0], subject)).text, subject.text)
      assert.ok(saved > INTERLEAVINGS && saved < 2 * INTERLEAVINGS, `some saves are refused: ${saved}`)
      t.diagnostic(`${saved} of ${2 * INTERLEAVINGS} saves succeeded, the others were refused with 409`)
    })
  })
})

async function subjectsOf(caller: Caller, random: Random): Promise<Subject[]> {
  await enterCatalogue(caller, emptyLog())
  const subjects: Subject[] = [
    { path: `/materials/${MATERIALS[0]}`, read: `/materials/${MATERIALS[0]}`, field: 'naziv', text: '' },
    { path: `/proizvodi/${PRODUCTS[0]}`, read: `/proizvodi/${PRODUCTS[0]}`, field: 'naziv', text: '' },
  ]
  for (const [path, field] of [
    ['/c4', 'posiljalac_grad'],
    ['/c1', 'primalac_grad'],
  ] as const) {
    const { id } = (await caller.call('POST', path, newBody(path, random, 'D-1'))).body
    subjects.push({ path: `${path}/${id}`, read: `${path}/${id}`, field, text: '' })
  }
  for (const subject of subjects) subject.text = (await read(caller, subject)).text
  return subjects
}

async function read(caller: Caller, { read: path, field }: Subject) {
  const { status, body } = await caller.call('GET', path)
  assert.equal(status, 200, `GET ${path}: ${JSON.stringify(body)}`)
  return { body, text: String(body[field]) }
}

/** Two editors each read and save once, in an order of chance's, sometimes at the same moment; answers how many saved. */
async function interleave(editors: readonly [Caller, Caller], subject: Subject, random: Random): Promise<number> {
  const seen: ({ body: { verzija: number }; text: string } | undefined)[] = [undefined, undefined]
  const save = async (who: 0 | 1) => {
    const { body, text } = seen[who] ?? assert.fail('nothing was read')
    const next = `${text.slice(-KEPT_CHARACTERS).trim()}${'AB'[who]}`
    const change = { ...body, [subject.field]: next }
    const { status, body: answer } = await editors[who].call('PUT', subject.path, change, {
      'if-match': `"${body.verzija}"`,
      prefer: 'return=minimal',
    })
    assert.ok([200, 409].includes(status), `${status} ${JSON.stringify(answer)}`)
    return status === 200 ? { text, next } : null
  }
  /** A successful save must have read the state that it replaced. */
  const settle = (success: { text: string; next: string } | null): number => {
    if (!success) return 0
    assert.equal(success.text, subject.text, `${subject.path}: a save has overwritten what its editor never saw`)
    subject.text = success.next
    return 1
  }
  const [first, second] = random.chance(0.5) ? ([0, 1] as const) : ([1, 0] as const)
  const look = async (who: 0 | 1) => {
    seen[who] = await read(editors[who], subject)
  }
  await look(first)
  switch (random.whole(0, 2)) {
    case 0: {
      // One after the other.
      const saved = settle(await save(first))
      await look(second)
      return saved + settle(await save(second))
    }
    case 1: {
      await look(second)
      const [early, late] = random.chance(0.5) ? [first, second] : [second, first]
      const saved = settle(await save(early))
      return saved + settle(await save(late))
    }
    default: {
      await look(second)
      const [one, other] = await Promise.all([save(first), save(second)])
      return settle(one) + settle(other)
    }
  }
}
