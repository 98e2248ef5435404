import { useQuery } from '@tanstack/react-query'
import { dashboardEndpoints } from '#contract/dashboard.ts'
import { read } from '#web/queries.ts'
import { MonthPanel, ValuePanel } from './chart-panels.tsx'
import { dashboardTexts } from './dashboard-texts.ts'
import { NotLoadedBanner } from './not-loaded.tsx'
import { Preseljenje } from './preseljenje.tsx'
import { QuickActions } from './quick-actions.tsx'
import { RecentDocuments } from './recent-documents.tsx'
import { RemainingSection } from './remaining-section.tsx'

import { StatRow } from './stat-row.tsx'
import { Today } from './today.tsx'
import { useLoggedError } from './use-logged-error.ts'
import { useRemaining } from './use-remaining.ts'

/** Kontrolna tabla: figures, charts, the last documents and the remainder of each import (spec §2). */
export function DashboardPage() {
  const overview = useQuery(read(dashboardEndpoints.dashboard))
  const charts = useQuery(read(dashboardEndpoints.dashboardCharts))
  const remaining = useRemaining()
  useLoggedError(dashboardTexts.loadFailed, overview.error)
  useLoggedError(dashboardTexts.chartsFailed, charts.error)
  useLoggedError(dashboardTexts.remainingFailed, remaining.error)

  const figures = overview.data
  const failed = overview.isError && !figures
  const drawn = { charts: charts.data, failed: charts.isError && !charts.data }
  const missing = [
    ...(failed ? [{ error: overview.error, retry: overview.refetch }] : []),
    ...(drawn.failed ? [{ error: charts.error, retry: charts.refetch }] : []),
    ...(remaining.error && remaining.total === undefined ? [remaining] : []),
  ]
  // Books without a document have nothing to draw.
  const empty = figures !== undefined && figures.ukupno_c4 + figures.ukupno_c1 === 0
  const valued = { ...drawn, total: figures?.vrednost_zaliha_rsd }
  return (
    <div className="flex flex-col gap-4">
      <QuickActions />
      {missing[0] && (
        <NotLoadedBanner
          error={missing[0].error}
          onRetry={() => {
            for (const { retry } of missing) void retry()
          }}
        />
      )}
      {figures && <Preseljenje figures={figures} />}
      <Today figures={figures} failed={failed} />
      <StatRow figures={figures} failed={failed} />
      <div
        className={`grid gap-4 md:grid-cols-2 ${empty ? '' : 'min-[87.5rem]:grid-cols-[minmax(0,1.15fr)_minmax(0,1fr)_minmax(0,1fr)]'}`}
      >
        {!empty && <MonthPanel {...drawn} className="md:col-span-2 min-[87.5rem]:col-span-1" />}
        <RecentDocuments
          title="Nedavni ulazni dokumenti"
          vrsta="c4"
          total={figures?.ukupno_c4}
          documents={figures?.nedavni_c4}
          emptyText={dashboardTexts.noC4}
          firstAction="Novi ulazni dokument"
          failed={failed}
        />
        <RecentDocuments
          title="Nedavni izlazni dokumenti"
          vrsta="c1"
          total={figures?.ukupno_c1}
          documents={figures?.nedavni_c1}
          emptyText={dashboardTexts.noC1}
          firstAction="Novi izlazni dokument"
          failed={failed}
        />
      </div>
      {!empty && (
        <>
          <RemainingSection remaining={remaining} />
          <div className="grid gap-4 md:grid-cols-2">
            <ValuePanel of="material" {...valued} />
            <div className="flex flex-col gap-4">
              <ValuePanel of="country" {...valued} />
              <ValuePanel of="age" {...valued} className="flex-1" />
            </div>
          </div>
        </>
      )}
    </div>
  )
}
