import { Badge } from './badge.tsx'

/** A yes or no, e.g. whether a lot proves its origin; null is a dash: the question does not apply. */
export const YesNo = ({ value }: { value: boolean | null }) =>
  value === null ? '—' : <Badge tone={value ? 'good' : 'neutral'}>{value ? 'DA' : 'NE'}</Badge>
