import { useQuery } from '@tanstack/react-query'
import { createContext, use } from 'react'
import { productEndpoints } from '#contract/products.ts'
import { type ForeseenDraw, ForeseenLinesShown } from '#web/foreseen/foreseen-draws.ts'
import { read } from '#web/queries.ts'
import { Badge } from '#web/ui/badge.tsx'
import { DateText } from '#web/ui/date.tsx'
import { NameWithId } from '#web/ui/name-with-id.tsx'
import { Quantity } from '#web/ui/number.tsx'
import type { C1Line } from './c1-draft.ts'
import { c1Texts } from './c1-texts.ts'
import { ExportStock, NormativDay, normativOn } from './export-stock.tsx'
import './normativ-list.css'
import { codesOf, hasStoredNormativ, normativOf } from './line-normativ.ts'
import type { MaterialStock } from './material-stock.ts'

/** Whether the norm lists are shown, for all lines at once. */
export const NormativShown = createContext(true)

/**
 * The composition of a line of an export: unit, HS code and the materials it needs with their stock, shortages in red.
 */
export function NormativList({ line }: { line: C1Line }) {
  const shown = use(NormativShown)
  const stock = use(ExportStock)
  const ofToday = line.proizvod_id !== '' && !hasStoredNormativ(line)
  const { data, isError } = useQuery({
    ...read(productEndpoints.getNormativ, normativOn(line.proizvod_id, use(NormativDay))),
    enabled: ofToday && shown,
  })
  const rows = normativOf(line, data?.normativ ?? [])
  const { jedinica_mere, hs_code } = codesOf(line)
  const foreseen = use(ForeseenLinesShown)
  const draws = foreseen?.byLine.get(line.key)
  const drawn = draws && Map.groupBy(draws, ({ materijal_id }) => materijal_id)
  const loading = ofToday && shown && !data && !isError

  return (
    <>
      <p className="text-ink-3">
        {jedinica_mere} · HS kod <span className="code">{hs_code}</span>
        {shown && ofToday && data && rows.length === 0 && (
          <span className="text-warning"> · Proizvod nema normativ, pa ništa neće razdužiti.</span>
        )}
        {shown && hasStoredNormativ(line) && rows.length === 0 && (
          <span className="text-warning">
            {' '}
            · Sačuvano bez normativa, pa ništa ne razdužuje. Za današnji normativ obrišite stavku i dodajte je ponovo.
          </span>
        )}
        {isError && <span className="text-bad"> · Normativ nije mogao da se učita.</span>}
        {loading && ' · Učitavanje normativa...'}
        {shown && draws && foreseen?.outdated && (
          <>
            {' · '}
            <Badge tone="warning">zastarelo</Badge>
          </>
        )}
      </p>
      {shown && rows.length > 0 && (
        <ul aria-label="Normativ" className="normativ">
          {rows.map(({ materijal_id, naziv, jedinica_mere, kolicina, manjak }) => (
            <li key={materijal_id}>
              <span className="normativ-name">
                <NameWithId name={naziv} id={materijal_id} />
              </span>
              <span className="text-right">
                {kolicina === null ? '—' : <Quantity value={kolicina} unit={jedinica_mere} />}
                {manjak > 0 && (
                  <span className="font-medium text-bad max-sm:block sm:ml-1.5">
                    manjak <Quantity value={manjak} />
                  </span>
                )}
              </span>
              <InStock of={stock.get(materijal_id)} />
              {drawn && <WouldDraw draws={drawn.get(materijal_id) ?? []} outdated={foreseen?.outdated === true} />}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** The lots that 'Proveri' found for a material of the line, oldest first, and what it would lack. */
const WouldDraw = ({ draws, outdated }: { draws: readonly ForeseenDraw[]; outdated: boolean }) => (
  <ul aria-label="Razdužilo bi se" className={`normativ-lots ${outdated ? 'text-ink-3' : 'text-ink-2'}`}>
    {draws.map(({ key, kolicina, jedinica_mere, other }) => (
      <li key={key} className={other || outdated ? '' : 'font-medium text-bad'}>
        <span>{other ? <LotOf other={other} /> : 'manjak'}</span>
        <Quantity value={kolicina} unit={jedinica_mere} />
      </li>
    ))}
  </ul>
)

const LotOf = ({ other: { broj, datum, lot } }: { other: NonNullable<ForeseenDraw['other']> }) => (
  <>
    <span className="code">{broj}</span> · <DateText value={datum} />
    {lot?.rok && (
      <>
        {' '}
        · rok <DateText value={lot.rok} />
      </>
    )}
    {lot && ` · ${lot.zemlja_porekla}${lot.dokazuje_poreklo ? ' · dokazuje poreklo' : ''}`}
  </>
)

function InStock({ of }: { of: MaterialStock | undefined }) {
  if (!of || of.na_stanju === null) return null
  return (
    <span
      className={`normativ-stock whitespace-nowrap text-right ${of.short ? 'font-medium text-bad' : 'text-ink-3'}`}
      title={c1Texts.shortHint}
    >
      na stanju <Quantity value={of.na_stanju} />
    </span>
  )
}
