import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { FolderArchive, RotateCw } from 'lucide-react'
import { type ComponentType, useState } from 'react'
import { BACKWARDS } from '#contract/fields.ts'
import { papiriEndpoints } from '#contract/papiri.ts'
import { type CallOptions, call, callGrowing, reasonOf } from '#web/api.ts'
import { PeriodFilter } from '#web/document-list/filters.tsx'
import { downloadFile } from '#web/received-file.ts'
import { LongWorkButton } from '#web/screens/long-work-button.tsx'
import { SheetButton } from '#web/screens/sheet-button.tsx'
import { useAddressValues } from '#web/screens/use-address-values.ts'
import { useArrival } from '#web/screens/use-arrival.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { useConfirm } from '#web/ui/confirm-and-alert.tsx'
import { fileSizeText } from '#web/ui/file-size.ts'
import { Tabs } from '#web/ui/tabs.tsx'
import {
  ARCHIVE_DEFAULTS,
  ARCHIVE_TABS,
  type ArchiveTab,
  type ArchiveView,
  ledgerQuery,
  tabOf,
  viewChange,
} from './archive-address.ts'
import { archiveTexts } from './archive-texts.ts'
import { DocumentsTab } from './documents-tab.tsx'
import { MaterialsC4Tab } from './materials-c4-tab.tsx'
import { MaterialsSummaryTab } from './materials-summary-tab.tsx'
import { OverviewTab } from './overview-tab.tsx'
import { ProductsSummaryTab } from './products-summary-tab.tsx'
import type { ReportFailure } from './use-archive-query.ts'

const VIEWS: Record<ArchiveTab, ComponentType<ArchiveView & { onFailure: ReportFailure }>> = {
  overview: OverviewTab,
  documents: DocumentsTab,
  'materials-c4': MaterialsC4Tab,
  'materials-summary': MaterialsSummaryTab,
  'products-summary': ProductsSummaryTab,
}

/** Arhiva: everything that came in and went out, in five views over one period (spec §2). */
export function ArchivePage() {
  const [at, setAt] = useAddressValues(ARCHIVE_DEFAULTS)
  const [failure, setFailure] = useState<unknown>(null)
  const queries = useQueryClient()
  const fetching = useIsFetching() > 0
  useArrival(({ activeTab }) => activeTab && setAt(viewChange(tabOf(activeTab)), { replace: true }))

  const tab = tabOf(at.tab)
  const View = VIEWS[tab]
  return (
    <div className="flex flex-col gap-4">
      <div className="grid grid-cols-2 items-end gap-3 sm:flex sm:flex-wrap">
        <PeriodFilter at={at} setAt={setAt} />
        <div className="contents sm:ml-auto sm:flex sm:flex-wrap sm:gap-3">
          <Button
            icon={<RotateCw className={fetching ? 'animate-spin' : ''} aria-hidden />}
            onClick={() => queries.invalidateQueries()}
          >
            Osveži
          </Button>
          <PapersZip query={{ datum_od: at.datum_od, datum_do: at.datum_do }} />
          <SheetButton className="col-span-2" sheet="razduzenje" query={ledgerQuery(at)} text="Razduženje u Excelu" />
        </div>
      </div>
      {/* The error of a period that ends before it begins stands beside its days. */}
      {failure !== null && reasonOf(failure) !== BACKWARDS && (
        <Banner title={archiveTexts.error}>
          <p>{archiveTexts.loadFailed}</p>
          <p>{reasonOf(failure)}</p>
        </Banner>
      )}
      <div>
        <Tabs label="Pogledi arhive" tabs={ARCHIVE_TABS} active={tab} onChange={(next) => setAt(viewChange(next))}>
          <View at={at} setAt={setAt} onFailure={setFailure} />
        </Tabs>
      </div>
    </div>
  )
}

/** The usual size of one of our papers; the real size is known only once it is drawn. */
const PAPER_BYTES = 40_000

type Query = CallOptions<typeof papiriEndpoints.papiriZip>['query']

/** Saves all papers of the period as one zip, after a question that names their number and size. */
function PapersZip({ query }: { query: Query }) {
  const confirm = useConfirm()

  async function save(signal: AbortSignal, heard: (percent: number) => void) {
    const size = await call(papiriEndpoints.papiriObim, { ...(query && { query }), signal })
    const about = size.bajtova + size.papira * PAPER_BYTES
    const text = (
      <>
        <p>
          Uvoza: {size.uvoza}, izvoza: {size.izvoza}, ostalih razduženja: {size.razduzenja}, popisa: {size.popisa},
          podnetih obračuna: {size.obracuna}.
        </p>
        <p className="mt-2">
          Papira: {size.papira}, PDF-ova i priloga: {size.fajlova}; zajedno oko {fileSizeText(about)}. Preuzeti?
        </p>
      </>
    )
    if (!(await confirm({ title: 'Svi papiri perioda', text }))) return
    let told = 0
    const { blob, name } = await callGrowing(
      papiriEndpoints.papiriZip,
      { ...(query && { query }), signal },
      (bytes) => {
        const percent = Math.min(99, Math.floor((bytes * 100) / Math.max(1, about)))
        if (percent > told) heard(percent)
        told = Math.max(told, percent)
      },
    )
    downloadFile(blob, name)
  }

  return (
    <LongWorkButton
      className="col-span-2"
      name="Svi papiri (zip)"
      icon={<FolderArchive aria-hidden />}
      going="Papiri"
      failed="Papiri nisu preuzeti."
      work={save}
    />
  )
}
