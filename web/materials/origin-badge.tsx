import { Badge } from '#web/ui/badge.tsx'

/** Whether a lot proves its origin; nothing for a shortage, which has no lot. */
export const OriginBadge = ({ proves }: { proves: boolean | null }) =>
  proves === null ? '—' : <Badge tone={proves ? 'good' : 'neutral'}>{proves ? 'DA' : 'NE'}</Badge>
