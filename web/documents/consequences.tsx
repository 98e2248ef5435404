import { Link } from 'react-router'
import type { Manjak, MovedC1 } from '#contract/documents.ts'
import { Button } from '#web/ui/button.tsx'
import { DateText } from '#web/ui/date.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { NameWithId } from '#web/ui/name-with-id.tsx'
import { Quantity } from '#web/ui/number.tsx'
import { ShortageMark } from './shortage-mark.tsx'

/** What saving or deleting a document did beyond the document itself. */
export type Consequences = {
  /** What happened, e.g. 'Izlazni dokument C1-12 je napravljen.' */
  readonly text: string
  /** The export itself, when it was one. */
  readonly c1_id?: number
  readonly manjak: readonly Manjak[]
  readonly promenjeni_c1: readonly MovedC1[]
}

/** Whether there is anything to show beside the sentence. */
export const hasConsequences = ({ manjak, promenjeni_c1 }: Consequences): boolean =>
  manjak.length > 0 || promenjeni_c1.length > 0

/** Where the discharge of an export is shown. */
const razduzenjeAddress = (id: number): string => `/dashboard/outgoing?razduzenje=${id}`

/** A material with how much of it no import covers. */
const Uncovered = ({ row: { materijal_id, naziv, jedinica_mere, kolicina } }: { row: Manjak }) => (
  <div className="flex flex-wrap items-baseline gap-x-4">
    <span className="min-w-0">
      <NameWithId name={naziv} id={materijal_id} />
    </span>
    <span className="ml-auto text-bad">
      <Quantity value={kolicina} unit={jedinica_mere} />
    </span>
  </div>
)

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
            {manjak.map((row) => (
              <li key={row.materijal_id} className="px-3 py-1.5">
                <Uncovered row={row} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {promenjeni_c1.length > 0 && (
        <section className="mt-4">
          <h3 className="font-semibold">Promenjena razduženja</h3>
          <p className="mt-0.5 text-ink-2">
            U ovim izvozima sada su razdužene druge uvozne stavke nego pre.
            {promenjeni_c1.some(({ novi_manjak }) => novi_manjak.length > 0) &&
              ' Ispod broja stoji ono što u njima više nije pokriveno nijednim uvozom.'}
          </p>
          <ul className="mt-2 divide-y divide-line-quiet rounded-panel border border-line">
            {promenjeni_c1.map(({ id, broj_c1, datum, novi_manjak }) => (
              <li key={id} className="px-3 py-1.5">
                <div className="flex items-baseline gap-4">
                  <Link to={razduzenjeAddress(id)} className="code" onClick={onClose}>
                    {broj_c1}
                  </Link>
                  {novi_manjak.length > 0 && <ShortageMark />}
                  <span className="ml-auto text-ink-3">
                    <DateText value={datum} />
                  </span>
                </div>
                {novi_manjak.map((row) => (
                  <Uncovered key={row.materijal_id} row={row} />
                ))}
              </li>
            ))}
          </ul>
        </section>
      )}
    </Dialog>
  )
}
