import type { Endpoint, Need } from './endpoint.ts'

/** The roles of accounts, in the words in which they are stored and shown; the first is that of a new account. */
export const ULOGE = ['Pun pristup', 'Samo čitanje', 'Administrator'] as const
export type Uloga = (typeof ULOGE)[number]

const ALLOWED: Readonly<Record<Uloga, readonly Need[]>> = {
  'Pun pristup': ['write'],
  'Samo čitanje': [],
  Administrator: ['write', 'admin'],
}

/**
 * The right that a call needs: its endpoint's, else reading for GET and for an import that is only tried, writing for
 * the rest.
 */
export function needOf({ needs, method, query }: Pick<Endpoint, 'needs' | 'method' | 'query'>, dryRun = false): Need {
  if (needs) return needs
  return method === 'GET' || (dryRun && query !== undefined && 'dryRun' in query.shape) ? 'read' : 'write'
}

/** Whether an account of this role may do it. */
export const mayDo = (uloga: Uloga, need: Need): boolean => need === 'read' || ALLOWED[uloga].includes(need)

/** The sentences of a refusal, by what the call needed; every role reads. */
export const ROLE_REFUSALS: Readonly<Record<Exclude<Need, 'read'>, string>> = {
  write: "Nalog ima ulogu 'Samo čitanje': vidi i preuzima sve, ali ništa ne menja.",
  admin: "Ovo može samo nalog sa ulogom 'Administrator'.",
}
