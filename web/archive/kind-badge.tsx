import type { ArchiveDocument } from '#contract/archive.ts'
import { Badge } from '#web/ui/badge.tsx'

/** Whether a document brought goods in or took them out. */
export const KindBadge = ({ kind }: { kind: ArchiveDocument['tip'] }) => (
  <Badge tone={kind === 'Dolazni' ? 'accent' : 'neutral'}>{kind}</Badge>
)
