import { useQuery } from '@tanstack/react-query'
import { Archive, type LucideIcon, Plus } from 'lucide-react'
import { useEffect, useId } from 'react'
import { Link } from 'react-router'
import { dashboardEndpoints, type RecentDocument } from '#contract/dashboard.ts'
import { DocumentLine, DocumentLineSkeletons } from '#web/document-list/document-line.tsx'
import { read } from '#web/queries.ts'
import { type DocumentKind, LIST_PATHS } from '#web/screens/record-addresses.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { useChangesAllowed } from '#web/ui/changes-allowed.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { MonthPanel, ValuePanel } from './chart-panels.tsx'
import { dashboardTexts, NotLoaded, NotLoadedBanner } from './not-loaded.tsx'
import { Preseljenje } from './preseljenje.tsx'
import { RemainingSection, useRemaining } from './remaining-section.tsx'
import { StatRow } from './stat-row.tsx'
import { Today } from './today.tsx'

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

/** Writes a failed load to the console, once for each failure; the screen shows empty lists (spec §8). */
function useLoggedError(text: string, error: unknown): void {
  useEffect(() => {
    if (error) console.error(text, error)
  }, [text, error])
}

type Action = { text: string; path: string; icon: LucideIcon; opens: boolean }

const ACTIONS: readonly Action[] = [
  { text: 'Novi ulazni dokument', path: '/dashboard/incoming', icon: Plus, opens: true },
  { text: 'Novi izlazni dokument', path: '/dashboard/outgoing', icon: Plus, opens: true },
  { text: 'Novi materijal', path: '/dashboard/materials', icon: Plus, opens: true },
  { text: 'Novi proizvod', path: '/dashboard/products', icon: Plus, opens: true },
  { text: 'Pregled arhive', path: '/dashboard/archive', icon: Archive, opens: false },
]

/** The five usual actions; the first four open the create modal of their screen (spec §2). */
function QuickActions() {
  const id = useId()
  const allowed = useChangesAllowed()
  return (
    <section aria-labelledby={id} className="flex flex-wrap items-center gap-2 print:hidden">
      <h2 id={id} className="w-full text-ink-2 text-sm sm:mr-1 sm:w-auto lg:max-xl:sr-only">
        Brze akcije
      </h2>
      {ACTIONS.filter(({ opens }) => allowed || !opens).map(({ text, path, icon: Icon, opens }, at) => (
        <Link
          key={path}
          to={path}
          state={opens ? { openModal: true } : undefined}
          className={`${buttonClass(at === 0 ? 'primary' : 'secondary')} flex-auto sm:flex-none`}
        >
          <Icon aria-hidden />
          {text}
        </Link>
      ))}
    </section>
  )
}

/** The number of documents in the server's answer (spec §9). */
const RECENT_DOCUMENTS = 5

type RecentDocumentsProps = {
  title: string
  vrsta: DocumentKind
  total: number | undefined
  documents: readonly RecentDocument[] | undefined
  emptyText: string
  firstAction: string
  /** The documents could not be loaded. */
  failed: boolean
}

/** The five latest documents of one kind and the way to all of them. */
function RecentDocuments(props: RecentDocumentsProps) {
  const { title, vrsta, total, documents, emptyText, firstAction, failed } = props
  const path = LIST_PATHS[vrsta]
  return (
    <Panel
      title={title}
      right={
        total !== undefined && (
          <Link to={path} className="hit">
            {`Pogledaj sve (${total})`}
          </Link>
        )
      }
    >
      {documents?.length ? (
        <ul>
          {documents.map((document) => (
            <DocumentLine key={document.id} vrsta={vrsta} {...document} />
          ))}
        </ul>
      ) : failed ? (
        <NotLoaded />
      ) : documents ? (
        <EmptyState
          text={emptyText}
          action={
            <Link to={path} state={{ openModal: true }} className={buttonClass()}>
              <Plus aria-hidden />
              {firstAction}
            </Link>
          }
        />
      ) : (
        <DocumentLineSkeletons count={RECENT_DOCUMENTS} />
      )}
    </Panel>
  )
}
