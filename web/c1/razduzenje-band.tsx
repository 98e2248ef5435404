import type { C1Document, C1Stavka } from '#contract/c1.ts'
import { formatDate } from '#domain/calendar-date.ts'
import { stavkiOf } from '#domain/count-words.ts'
import { sum } from '#domain/decimal.ts'
import { DischargeLink } from '#web/screens/document-link.tsx'
import { Quantity } from '#web/ui/number.tsx'
import { c1Texts } from './c1-texts.ts'
import type { DischargeRow, DischargeView } from './razduzenje-rows.ts'

type DischargeBandProps = {
  view: DischargeView
  rows: readonly DischargeRow[]
  document: C1Document
  onPoreklo: (stavka: C1Stavka) => void
}

/** The head of a group of rows: the item of the export, the import document, or the material. */
export function DischargeBand({ view, rows, document, onPoreklo }: DischargeBandProps) {
  const [first] = rows
  if (!first) return null
  if (view === 'stavke') {
    const stavka = document.stavke.find(({ id }) => id === first.c1_stavka_id)
    return (
      <>
        <strong>
          {first.redni_broj}. {first.proizvod_naziv}
        </strong>{' '}
        <span className="code">{first.proizvod_id}</span>
        {stavka && (
          <>
            {' · '}
            <Quantity value={stavka.kolicina} unit={stavka.jedinica_mere} />
          </>
        )}
        {' · faktura '}
        <span className="code">{first.broj_fakture}</span>
        {stavka && (
          <button
            type="button"
            className="button button-ghost row-action ml-2 print:hidden"
            onClick={() => onPoreklo(stavka)}
          >
            {c1Texts.originSheet}
            <span className="sr-only"> stavke {first.redni_broj}</span>
          </button>
        )}
      </>
    )
  }
  if (view === 'c4') {
    if (!first.lot) return <strong className="text-bad!">Bez pokrića u uvozu</strong>
    return (
      <>
        <DischargeLink vrsta="c4" id={first.lot.c4_id} broj={first.lot.c4_broj} /> · {formatDate(first.lot.c4_datum)} ·{' '}
        {stavkiOf(rows.length)}
      </>
    )
  }
  const missing = rows.filter(({ lot }) => !lot).map(({ kolicina }) => kolicina)
  return (
    <>
      <strong>{first.materijal_naziv}</strong> <span className="code">{first.materijal_id}</span>
      {' · potrebno '}
      <Quantity value={sum(rows.map(({ kolicina }) => kolicina))} unit={first.jedinica_mere} />
      {missing.length > 0 && (
        <span className="text-bad">
          {' · manjak '}
          <Quantity value={sum(missing)} unit={first.jedinica_mere} />
        </span>
      )}
    </>
  )
}
