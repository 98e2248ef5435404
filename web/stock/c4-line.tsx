import { Fragment, type ReactNode } from 'react'
import type { RemainingC4 } from '#contract/archive.ts'
import { isUnknownCurrency } from '#domain/currency.ts'
import { Badge } from '#web/ui/badge.tsx'
import { DateText } from '#web/ui/date.tsx'
import { materialCountText, rateText } from './c4-facts.ts'

/** Date, currency, its rate, how many materials and the ID of a C4 in one quiet line. */
export function C4Facts({ c4 }: { c4: RemainingC4 }) {
  const { valuta, kurs } = c4
  const unknown = isUnknownCurrency(valuta, kurs)
  const facts: ReactNode[] = [
    <DateText key="datum" value={c4.c4_datum} />,
    valuta,
    ...(valuta === 'RSD' || unknown ? [] : [rateText(valuta, kurs)]),
    materialCountText(c4.stavke),
    `ID\u00a0${c4.c4_id}`,
  ]
  return (
    <span className="num text-ink-2">
      {facts.map((fact, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the facts of a C4 never change places
        <Fragment key={at}>
          {at > 0 && ' · '}
          <span className="whitespace-nowrap">{fact}</span>
        </Fragment>
      ))}
      {unknown && (
        <>
          {' '}
          <Badge tone="warning">{`nepoznata valuta ${valuta}, računa se 1 : 1`}</Badge>
        </>
      )}
    </span>
  )
}
