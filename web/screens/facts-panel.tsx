import type { ReactNode } from 'react'
import { Panel } from '#web/ui/panel.tsx'

type FactsPanelProps = { facts: readonly { name: string; value: ReactNode }[]; className?: string }

/** The facts of a record on its page, each under its name. */
export const FactsPanel = ({ facts, className }: FactsPanelProps) => (
  <Panel title="Podaci" padded className={className}>
    <dl className="grid grid-cols-2 gap-x-4 gap-y-2 sm:grid-cols-[repeat(auto-fill,minmax(10rem,1fr))]">
      {facts.map(({ name, value }) => (
        <div key={name} className="min-w-0">
          <dt className="text-ink-3 text-sm">{name}</dt>
          <dd className="wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  </Panel>
)
