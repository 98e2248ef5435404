import { type CalendarDate, formatDate } from '#domain/calendar-date.ts'

/** A day as `01.02.2026.` */
export const DateText = ({ value }: { value: CalendarDate }) => (
  <time dateTime={value} className="num whitespace-nowrap">
    {formatDate(value)}
  </time>
)
