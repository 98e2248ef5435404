import type { PodnetRed, StanjeObracuna } from '#contract/obracuni.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'

/** Characters of a hash that a list shows. */
export const HASH_CHARACTERS = 8

const TONES: Record<StanjeObracuna, BadgeTone> = {
  nacrt: 'neutral',
  podnet: 'accent',
  prihvaćen: 'good',
  ispravljen: 'warning',
}

export const StanjeBadge = ({ stanje }: { stanje: StanjeObracuna }) => <Badge tone={TONES[stanje]}>{stanje}</Badge>

/** The scope of an account: 'Svi uvozi', 'C4-1, C4-2 i još 3', 'Odobrenje OP-1/26'. */
export function obimText({ c4_ids, c4_brojevi, odobrenje_id, odobrenje_broj }: PodnetRed): string {
  if (odobrenje_id !== null) return `Odobrenje ${odobrenje_broj ?? odobrenje_id}`
  if (!c4_ids) return 'Svi uvozi'
  const more = c4_ids.length - c4_brojevi.length
  return `${c4_brojevi.join(', ')}${more > 0 ? ` i još ${more}` : ''}`
}
