import { type FieldTable, namesIn } from '#contract/form-fields.ts'
import { OPEN_FIELDS } from '#contract/zakljucenje.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import { closedDay, refuseClosed } from '#server/stock/closed.ts'
import type { Ledger } from '#server/stock/open-ledger.ts'

type Fields<T extends FieldTable> = { readonly [K in keyof T]?: unknown }
type Line<L extends FieldTable> = Fields<L> & { readonly id: number | null; readonly broj_fakture: string }
type Said<H extends FieldTable, L extends FieldTable> = Fields<H> & { readonly stavke: readonly Line<L>[] }

/**
 * Refuses (409) to save a document whose old or new day lies in the closed period, unless the save leaves everything but
 * OPEN_FIELDS as it is. `read` answers the document as it is stored (null: it is new); `said` is what it becomes, its
 * lines in their order, each with the id of the stored one that it is.
 */
export async function refuseClosedDocument<H extends FieldTable, L extends FieldTable>(
  ledger: Pick<Ledger, 'zakljuceno_do'>,
  days: readonly (CalendarDate | undefined)[],
  [head, line]: readonly [H, L],
  read: () => Promise<Said<H, L> | null>,
  said: () => Said<H, L>,
): Promise<void> {
  if (!closedDay(ledger, days)) return
  const stored = await read()
  if (!stored || !isSame(head, line, stored, said())) refuseClosed(ledger, days)
}

function isSame<H extends FieldTable, L extends FieldTable>(head: H, line: L, a: Said<H, L>, b: Said<H, L>): boolean {
  const same = <T extends FieldTable>(table: T, one: Fields<T>, other: Fields<T> | undefined) =>
    namesIn(table).every((name) => OPEN_FIELDS.includes(name) || (one[name] ?? null) === (other?.[name] ?? null))
  return (
    same(head, a, b) &&
    a.stavke.length === b.stavke.length &&
    a.stavke.every((was, at) => {
      const now = b.stavke[at]
      return was.id === now?.id && was.broj_fakture === now.broj_fakture && same(line, was, now)
    })
  )
}
