import { Link } from 'react-router'
import type { C1Document } from '#contract/c1.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import { Button } from '#web/ui/button.tsx'
import { DateText } from '#web/ui/date.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { NameWithId } from '#web/ui/name-with-id.tsx'
import { Quantity } from '#web/ui/number.tsx'

type MovedC1 = { readonly id: number; readonly broj_c1: string; readonly datum: CalendarDate }

/** What saving or deleting a document did beyond the document itself. */
export type Consequences = {
  /** What happened, e.g. 'Izlazni dokument C1-12 je napravljen.' */
  readonly text: string
  /** The export itself, when it was one. */
  readonly c1_id?: number
  readonly manjak: C1Document['manjak']
  readonly promenjeni_c1: readonly MovedC1[]
}

export const hasConsequences = ({ manjak, promenjeni_c1 }: Consequences): boolean =>
  manjak.length > 0 || promenjeni_c1.length > 0

/** Where the discharge of an export is shown. */
export const razduzenjeAddress = (id: number): string => `/dashboard/outgoing?razduzenje=${id}`

/** Tells calmly what no import covers and in which other exports the lots have changed (decisions §1). */
export function ConsequencesDialog({ consequences, onClose }: { consequences: Consequences; onClose: () => void }) {
  const { text, c1_id, manjak, promenjeni_c1 } = consequences
  return (
    <Dialog
      open
      onClose={onClose}
      title="Posledice po zalihe"
      foot={
        <Button variant="primary" data-autofocus onClick={onClose}>
          U redu
        </Button>
      }
    >
      <p>
        {text}{' '}
        {c1_id !== undefined && (
          <Link to={razduzenjeAddress(c1_id)} className="underline" onClick={onClose}>
            Pogledaj razduženje
          </Link>
        )}
      </p>
      {manjak.length > 0 && (
        <section className="mt-4">
          <h3 className="font-semibold text-bad">Manjak</h3>
          <p className="mt-0.5 text-ink-2">
            Ovo nije pokriveno nijednim uvozom do datuma izvoza. Pokriće se samo, čim se unese C4 sa tim datumom ili
            ranijim.
          </p>
          <ul className="mt-2 divide-y divide-line-quiet rounded-panel border border-line">
            {manjak.map(({ materijal_id, naziv, jedinica_mere, kolicina }) => (
              <li key={materijal_id} className="flex flex-wrap items-baseline gap-x-4 px-3 py-1.5">
                <span className="min-w-0">
                  <NameWithId name={naziv} id={materijal_id} />
                </span>
                <span className="ml-auto text-bad">
                  <Quantity value={kolicina} unit={jedinica_mere} />
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {promenjeni_c1.length > 0 && (
        <section className="mt-4">
          <h3 className="font-semibold">Promenjena razduženja</h3>
          <p className="mt-0.5 text-ink-2">U ovim izvozima sada su razdužene druge uvozne stavke nego pre.</p>
          <ul className="mt-2 divide-y divide-line-quiet rounded-panel border border-line">
            {promenjeni_c1.map(({ id, broj_c1, datum }) => (
              <li key={id} className="flex items-baseline gap-4 px-3 py-1.5">
                <Link to={razduzenjeAddress(id)} className="code" onClick={onClose}>
                  {broj_c1}
                </Link>
                <span className="ml-auto text-ink-3">
                  <DateText value={datum} />
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </Dialog>
  )
}
