import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, Pencil } from 'lucide-react'
import { type MaterialRow, materialEndpoints } from '#contract/materials.ts'
import { formatMicro } from '#domain/decimal.ts'
import { isGone } from '#web/drafts/use-conflict.ts'
import { read } from '#web/queries.ts'
import { pageIn } from '#web/screens/address-values.ts'
import { LoadError } from '#web/screens/load-error.tsx'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { StatCard } from '#web/ui/stat-card.tsx'
import type { MaterialAddress } from './material-address.ts'
import { materialScreenTexts } from './material-texts.ts'
import { RemainingPanel } from './remaining-panel.tsx'
import { shownOutputs } from './stock-figures.ts'
import { TransactionPanel } from './transaction-panel.tsx'

/** Keeps the room of a quiet line, so that the cards are as high before it comes, and beside one that has it. */
const NO_SUB = '\u00a0'

type StockOverviewProps = MaterialAddress & { onEdit: (material: MaterialRow) => void; onBack: () => void }

/** Stock of one material: three cards, what remains of each C4, and its transactions (spec §2). */
export function StockOverview({ at, setAt, onEdit, onBack }: StockOverviewProps) {
  const params = { id: at.materijal }
  const stored = useQuery(read(materialEndpoints.getMaterial, { params }))
  const transactions = useQuery(
    read(materialEndpoints.materialTransactions, { params, query: { page: pageIn(at.promet) } }),
  )
  const material = stored.data
  // What somebody else deleted is not there any more, even if it was read before.
  const failed = [stored, transactions].find((query) => query.isError && (!query.data || isGone(query.error)))

  const back = (
    <Button variant="ghost" className="-ml-3" icon={<ArrowLeft aria-hidden />} onClick={onBack}>
      Nazad na materijale
    </Button>
  )
  if (failed) {
    return (
      <>
        {back}
        <Panel className="mt-2">
          <LoadError
            text={materialScreenTexts.overviewFailed}
            error={failed.error}
            onRetry={() => {
              void stored.refetch()
              void transactions.refetch()
            }}
          />
        </Panel>
      </>
    )
  }

  const unit = material?.jedinica_mere
  const outputs = material && shownOutputs(transactions.data?.transactions ?? [], material.totalConsumed)
  return (
    <div className="flex flex-col gap-4">
      <div>
        {back}
        <div className="mt-1 flex min-h-8 flex-wrap items-center gap-x-3 gap-y-2">
          <h2 className="min-w-0 font-semibold text-xl">
            {material?.naziv} <span className="code font-normal text-ink-3 text-lg">{at.materijal}</span>
          </h2>
          {material && (
            <>
              <p className="text-ink-2">
                {material.zemlja_porekla} · <span className="code">{material.tarifni_broj}</span>
              </p>
              <Button className="ml-auto" icon={<Pencil aria-hidden />} onClick={() => onEdit(material)}>
                Izmeni
              </Button>
            </>
          )}
        </div>
      </div>
      <div className="grid gap-3 sm:grid-cols-3">
        <StatCard
          label="Ukupno na stanju"
          loading={!material}
          value={material && formatMicro(material.totalQuantity)}
          unit={unit}
          tone={material && material.totalQuantity < 0 ? 'bad' : material?.totalQuantity ? 'good' : undefined}
          sub={bothOf(material) ?? NO_SUB}
        />
        <StatCard
          label="Ukupno ulaza"
          loading={!material}
          value={material && formatMicro(material.totalInput)}
          unit={unit}
          sub={NO_SUB}
        />
        <StatCard
          label="Ukupno izlaza"
          loading={!outputs || transactions.isPending}
          value={outputs && formatMicro(outputs.value)}
          unit={unit}
          sub={
            material && outputs?.ofPage && outputs.value !== material.totalConsumed
              ? `na ovoj stranici; ukupno ${formatMicro(material.totalConsumed)} ${unit}`
              : NO_SUB
          }
        />
      </div>
      <RemainingPanel id={at.materijal} unit={unit ?? ''} />
      <TransactionPanel
        reply={transactions.data}
        outdated={transactions.isPlaceholderData}
        unit={unit ?? ''}
        onPage={(promet, how) => setAt({ promet: String(promet), page: at.page }, how)}
      />
    </div>
  )
}

/** What remains and what exports lack, where both are. */
function bothOf(material: MaterialRow | undefined) {
  if (!material || material.manjak <= 0 || material.preostalo <= 0) return null
  const { preostalo, manjak, jedinica_mere } = material
  return (
    <span className="text-bad">
      ostalo {formatMicro(preostalo)} {jedinica_mere}, izvozima nedostaje {formatMicro(manjak)} {jedinica_mere}
    </span>
  )
}
