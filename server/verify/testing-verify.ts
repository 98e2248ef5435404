import assert from 'node:assert/strict'
import type { Store } from '#server/db/open.ts'
import { verify } from './verify.ts'

/** Recomputes everything from the documents and holds it against what is stored. */
export async function assertBooks({ store }: { readonly store: Store }): Promise<void> {
  const verdict = await verify(store.read)
  assert.equal(verdict.ok, true, JSON.stringify(verdict))
}
