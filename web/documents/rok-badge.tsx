import type { StanjeRoka } from '#domain/rok.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'

const TONES: Readonly<Record<StanjeRoka | 'bez roka', BadgeTone>> = {
  isteklo: 'bad',
  ističe: 'warning',
  'u roku': 'good',
  'bez roka': 'neutral',
  razduženo: 'neutral',
}

/** How the deadline of an import stands. */
export const RokBadge = ({ stanje }: { stanje: StanjeRoka | 'bez roka' }) => (
  <Badge tone={TONES[stanje]}>{stanje}</Badge>
)
