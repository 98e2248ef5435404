import { formatMicro, type Micro, sum } from '#domain/decimal.ts'
import { engineOf } from '#server/db/engine.ts'
import type { Tx } from '#server/db/open.ts'
import { Refusal } from '#server/refusal.ts'
import type { Booked } from './moves.ts'

/** How many C1 numbers, and how many materials, a sentence names before it says how many more there are. */
const MAX_NAMED = 10

const IMPOSSIBLE = { edit: 'Izmena nije moguća', removal: 'Brisanje nije moguće' } as const

/**
 * Nothing loses its cover silently (decisions §1): refuses, naming material, quantity and exports, when the change of
 * an import left some export with a new or larger shortage.
 */
export async function refuseLostCover(
  tx: Tx,
  { newShortages }: Pick<Booked, 'newShortages'>,
  deed: keyof typeof IMPOSSIBLE,
): Promise<void> {
  if (newShortages.length === 0) return
  const materials = await tx
    .selectFrom('materijal')
    .select(['id', 'naziv', 'jedinica_mere'])
    .where('id', 'in', engineOf(tx).list<string>([...new Set(newShortages.map(({ materijal_id }) => materijal_id))]))
    .orderBy('id')
    .execute()
  const exports = await tx
    .selectFrom('c1')
    .select(['id', 'broj_c1'])
    .where('id', 'in', engineOf(tx).list<number>([...new Set(newShortages.map(({ c1_id }) => c1_id))]))
    .execute()
  const brojOf = new Map(exports.map(({ id, broj_c1 }) => [id, broj_c1]))
  const parts = materials.slice(0, MAX_NAMED).map(({ id, naziv, jedinica_mere }) => {
    const lost = newShortages.filter(({ materijal_id }) => materijal_id === id)
    const kolicina = formatMicro(sum<Micro>(lost.map((row) => row.kolicina)))
    return `${naziv} (${id}): ${kolicina} ${jedinica_mere} za C1 ${named(lost.map(({ c1_id }) => brojOf.get(c1_id) ?? String(c1_id)))}`
  })
  const more = materials.length - parts.length
  throw new Refusal(
    'conflict',
    `${IMPOSSIBLE[deed]}, jer bi izvoz ostao bez pokrića: ${parts.join('; ')}${more > 0 ? `; i još materijala: ${more}` : ''}.`,
  )
}

function named(numbers: readonly string[]): string {
  const distinct = [...new Set(numbers)]
  const rest = distinct.length - MAX_NAMED
  return rest > 0 ? `${distinct.slice(0, MAX_NAMED).join(', ')} i još ${rest}` : distinct.join(', ')
}
