import { Badge } from './badge.tsx'

/** A yes or no, e.g. whether a lot proves its origin; a dash for null, of what has neither. */
export const YesNo = ({ value }: { value: boolean | null }) =>
  value === null ? '—' : <Badge tone={value ? 'good' : 'neutral'}>{value ? 'DA' : 'NE'}</Badge>
