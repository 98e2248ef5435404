import { Undo2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { type PromenjenRokC1, rokTexts } from '#contract/carina.ts'
import { lostCoverTexts, type Manjak, type MovedC1 } from '#contract/documents.ts'
import { formatDate } from '#domain/calendar-date.ts'
import { ApiError } from '#web/api.ts'
import { ShortageMark } from '#web/screens/document-badges.tsx'
import { dischargeAddress } from '#web/screens/record-addresses.ts'
import { Button } from '#web/ui/button.tsx'
import { Codes } from '#web/ui/codes.tsx'
import { Collapsible } from '#web/ui/collapsible.tsx'
import { DateText } from '#web/ui/date.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { NameWithId } from '#web/ui/name-with-id.tsx'
import { Quantity } from '#web/ui/number.tsx'

/** The number of exports without a loss that is shown at once; more of them only when they are asked for. */
const MAX_OPEN = 10

/** The effects of saving or deleting a document beyond the document itself. */
export type Consequences = {
  /** The deed, e.g. 'Izlazni dokument C1-2026/0007 je napravljen.' */
  readonly text: string
  /** The export itself, when it was one. */
  readonly c1_id?: number
  readonly manjak: readonly Manjak[]
  readonly promenjeni_c1: readonly MovedC1[]
  /** Exports of the closed period that a changed deadline makes late, or no longer late. */
  readonly promenjen_rok_c1?: readonly PromenjenRokC1[]
  /** Takes a deletion back. */
  readonly takeBack?: () => void
}

/** Whether there is anything to show beside the sentence. */
export const hasConsequences = ({
  manjak,
  promenjeni_c1,
  promenjen_rok_c1 = [],
}: Omit<Consequences, 'text'>): boolean => manjak.length + promenjeni_c1.length + promenjen_rok_c1.length > 0

/** A material with the quantity that no import covers, or that one covers now. */
const MaterialRow = ({ row, tone }: { row: Manjak; tone: 'bad' | 'good' }) => (
  <div className="flex flex-wrap items-baseline gap-x-4">
    <span className="min-w-0">
      <NameWithId name={row.naziv} id={row.materijal_id} />
    </span>
    <span className={`ml-auto ${TONES[tone]}`}>
      <Quantity value={row.kolicina} unit={row.jedinica_mere} />
    </span>
  </div>
)

const TONES = { bad: 'text-bad', good: 'text-good' } as const

type ConsequencesDialogProps = {
  consequences: Consequences
  onClose: () => void
  /** Closes it before a deletion is taken back; the same as `onClose` unless given. */
  onTakeBack?: () => void
}

/**
 * Shows calmly the quantities that no import covers, and the other exports whose lots have changed (decisions §1).
 * Exports that lack something now stand before those that took it from elsewhere.
 */
export function ConsequencesDialog({ consequences, onClose, onTakeBack = onClose }: ConsequencesDialogProps) {
  const { text, c1_id, manjak, promenjeni_c1, promenjen_rok_c1 = [], takeBack } = consequences
  const lacking = promenjeni_c1.filter(({ novi_manjak }) => novi_manjak.length > 0)
  const covered = promenjeni_c1.filter(({ pokriveno }) => pokriveno.length > 0)
  const moved = promenjeni_c1.filter(({ novi_manjak, pokriveno }) => novi_manjak.length + pokriveno.length === 0)
  return (
    <Dialog
      open
      onClose={onClose}
      title="Posledice po zalihe"
      foot={
        <>
          {takeBack && (
            <Button
              icon={<Undo2 aria-hidden />}
              onClick={() => {
                onTakeBack()
                takeBack()
              }}
            >
              Vrati
            </Button>
          )}
          <Button variant="primary" data-autofocus onClick={onClose}>
            U redu
          </Button>
        </>
      }
    >
      <p>
        {text}{' '}
        {c1_id !== undefined && (
          <Link to={dischargeAddress('c1', c1_id)} className="underline" onClick={onClose}>
            Pogledaj razduženje
          </Link>
        )}
      </p>
      {promenjen_rok_c1.length > 0 && <p className="mt-4 text-warning">{rokTexts.closed(promenjen_rok_c1)}</p>}
      {manjak.length > 0 && (
        <ExportSection
          tone="bad"
          title="Manjak"
          note="Ovu količinu ne pokriva nijedan uvoz do datuma izvoza. Manjak će se automatski pokriti čim se unese C4 sa tim ili ranijim datumom."
        >
          {manjak.map((row) => (
            <li key={row.materijal_id} className="px-3 py-1.5">
              <MaterialRow row={row} tone="bad" />
            </li>
          ))}
        </ExportSection>
      )}
      {lacking.length > 0 && (
        <ExportSection
          tone="bad"
          title={`Novi manjak u izvozima (${lacking.length})`}
          note="U ovim izvozima sada su razdužene druge uvozne stavke nego pre. Ispod broja stoji ono što u njima više nije pokriveno nijednim uvozom."
        >
          {lacking.map((c1) => (
            <ExportRow key={c1.id} c1={c1} rows={c1.novi_manjak} tone="bad" onClose={onClose} />
          ))}
        </ExportSection>
      )}
      {covered.length > 0 && (
        <ExportSection
          tone="good"
          title={`Pokriven manjak u izvozima (${covered.length})`}
          note="Ispod broja stoji ono što u izvozu do sada nije bilo pokriveno nijednim uvozom, a sada jeste."
        >
          {covered.map((c1) => (
            <ExportRow key={c1.id} c1={c1} rows={c1.pokriveno} tone="good" onClose={onClose} />
          ))}
        </ExportSection>
      )}
      {moved.length > 0 && <Moved exports={moved} onClose={onClose} />}
    </Dialog>
  )
}

type ExportSectionProps = { tone: 'bad' | 'good'; title: string; note: string; children: ReactNode }

const ExportSection = ({ tone, title, note, children }: ExportSectionProps) => (
  <section className="mt-4">
    <h3 className={`font-semibold ${TONES[tone]}`}>{title}</h3>
    <p className="mt-0.5 text-ink-2">{note}</p>
    <ul className="mt-2 divide-y divide-line-quiet rounded-panel border border-line">{children}</ul>
  </section>
)

type ExportRowProps = { c1: MovedC1; rows: readonly Manjak[]; tone: 'bad' | 'good'; onClose: () => void }

/** An export with the materials that lost their cover, or have it now. */
const ExportRow = ({ c1: { id, broj_c1, datum }, rows, tone, onClose }: ExportRowProps) => (
  <li className="px-3 py-1.5">
    <div className="flex items-baseline gap-4">
      <Link to={dischargeAddress('c1', id)} className="hit code" onClick={onClose}>
        {broj_c1}
      </Link>
      {tone === 'bad' && <ShortageMark />}
      <span className="ml-auto text-ink-3">
        <DateText value={datum} />
      </span>
    </div>
    {rows.map((row) => (
      <MaterialRow key={row.materijal_id} row={row} tone={tone} />
    ))}
  </li>
)

/** Exports that lack no more than before and take from other lots: nobody has to act, but their papers are new. */
function Moved({ exports, onClose }: { exports: readonly MovedC1[]; onClose: () => void }) {
  const [open, setOpen] = useState(exports.length <= MAX_OPEN)
  return (
    <div className="mt-4">
      <Collapsible title={`Promenjena razduženja bez novog manjka (${exports.length})`} open={open} onToggle={setOpen}>
        <div className="px-3 py-2">
          <p className="text-ink-2">U ovim izvozima sada su razdužene druge uvozne stavke nego pre.</p>
          <ul className="mt-1.5 columns-[8rem] gap-x-4">
            {exports.map(({ id, broj_c1, datum }) => (
              <li key={id} className="break-inside-avoid py-0.5">
                <Link to={dischargeAddress('c1', id)} className="hit code" title={formatDate(datum)} onClick={onClose}>
                  {broj_c1}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      </Collapsible>
    </div>
  )
}

/**
 * The cover that a refused change of an import would have taken, a material to each item with its quantity and its
 * exports; undefined for any other failure.
 */
export function lostCoverOf(error: unknown): ReactNode | undefined {
  if (!(error instanceof ApiError)) return undefined
  const sentence = Object.values(lostCoverTexts).find((text) => error.message.startsWith(text))
  if (!sentence || error.errors.length === 0) return undefined
  return (
    <>
      <p>{sentence}:</p>
      <ul className="scroll-list">
        {error.errors.map(({ message }) => (
          <li key={message}>
            <Loss text={message} />
          </li>
        ))}
      </ul>
    </>
  )
}

/** A unit stays with its number. */
const NO_BREAK = '\u00a0'

/** 'Kabl crni (KABL1): 6 m za C1-1, C1-2': what is lost in one line, the exports under it. */
function Loss({ text }: { text: string }) {
  const at = text.lastIndexOf(' za ')
  if (at < 0) return text
  return (
    <>
      <span className="text-ink">{text.slice(0, at).replace(/ (?=\S+$)/, NO_BREAK)}</span>
      <br />
      za <Codes text={text.slice(at + ' za '.length)} />
    </>
  )
}
