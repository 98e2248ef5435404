import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { dashboardEndpoints } from '#contract/dashboard.ts'
import { formatDate } from '#domain/calendar-date.ts'
import { formatPara } from '#domain/decimal.ts'
import type { Reply } from '#web/api.ts'
import { StatCard } from '#web/ui/stat-card.tsx'

type Figures = Reply<typeof dashboardEndpoints.dashboard>
type StatRowProps = { figures: Figures | undefined; failed: boolean }

/** Stands instead of a figure that could not be loaded. */
const UNKNOWN = '–'

/** The lists of faulty rows: these rows alone, or first. */
const BELOW_NONE = '/dashboard/materials?sort=totalQuantity'
const WITHOUT_NORMATIV = '/dashboard/products?sort=normativ_count'
export const NOT_COVERED = '/dashboard/outgoing?ima_manjak=true'

/** The five cards of spec §2, each with a note on its number. */
export function StatRow({ figures, failed }: StatRowProps) {
  const counted = (label: string, value: (figures: Figures) => number, sub: (figures: Figures) => ReactNode) => (
    <StatCard
      label={label}
      loading={!figures && !failed}
      value={figures ? value(figures) : UNKNOWN}
      sub={figures ? sub(figures) : '\u00a0'}
    />
  )
  return (
    <div className="grid grid-cols-2 gap-3 md:grid-cols-3 xl:grid-cols-5">
      {counted(
        'Ukupno materijala',
        (of) => of.ukupno_materijala,
        (of) => lackingMaterials(of),
      )}
      {counted(
        'Ukupno proizvoda',
        (of) => of.ukupno_proizvoda,
        (of) =>
          warned(
            of.proizvoda_bez_normativa,
            'bez normativa',
            WITHOUT_NORMATIV,
            of.ukupno_proizvoda ? 'svi sa normativom' : '',
          ),
      )}
      {counted(
        'Ulazni dokumenti',
        (of) => of.ukupno_c4,
        ({ nedavni_c4: [last] }) => (last ? `poslednji ${formatDate(last.datum)}` : '\u00a0'),
      )}
      {counted(
        'Izlazni dokumenti',
        (of) => of.ukupno_c1,
        (of) => warned(of.c1_sa_manjkom, 'sa manjkom', NOT_COVERED, of.ukupno_c1 ? 'svi bez manjka' : ''),
      )}
      <div className="col-span-2 xl:col-span-1">
        <StatCard
          label="Vrednost trenutnih zaliha"
          value={figures ? formatPara(figures.vrednost_zaliha_rsd) : failed ? UNKNOWN : 'Računanje...'}
          unit={figures && 'RSD'}
          sub={figures ? 'po kursu dokumenta' : '\u00a0'}
        />
      </div>
    </div>
  )
}

/** Exports may lack some of a material that is in stock: those materials are counted next to the ones below zero. */
function lackingMaterials({ materijala_ispod_nule, materijala_sa_manjkom, ukupno_materijala }: Figures): ReactNode {
  const below = warned(materijala_ispod_nule, 'ispod nule', BELOW_NONE, ukupno_materijala ? 'nijedan ispod nule' : '')
  if (materijala_sa_manjkom <= materijala_ispod_nule) return below
  const lacking = warned(materijala_sa_manjkom, 'sa manjkom', NOT_COVERED, '')
  return materijala_ispod_nule > 0 ? (
    <>
      {below} · {lacking}
    </>
  ) : (
    lacking
  )
}

/** `4 ispod nule` where there are any, in the colour of a fault and leading to them; else the calm sentence. */
const warned = (count: number, what: string, to: string, otherwise: string): ReactNode =>
  count > 0 ? <Link to={to} className="hit text-bad">{`${count} ${what}`}</Link> : otherwise || '\u00a0'
