import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'

export type Tab<Id extends string> = { id: Id; name: string; count?: number }

type TabsProps<Id extends string> = {
  /** The name of the group of tabs, for screen readers. */
  label: string
  tabs: readonly Tab<Id>[]
  active: Id
  onChange: (id: Id) => void
  /** Tabs share the full width. */
  fill?: boolean
  /** The content begins at once under the tabs and reaches the edges. */
  flush?: boolean
  /** The content of the active tab. */
  children: ReactNode
}

/** Tabs over their content; arrows, Home and End walk through them. */
export function Tabs<Id extends string>({ label, tabs, active, onChange, fill, flush, children }: TabsProps<Id>) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)

  // On a narrow screen the tabs scroll; the one that is open must be in sight, also when an address leads to it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each tab that is opened
  useEffect(() => {
    const tab = list.current?.querySelector('[aria-selected="true"]')?.getBoundingClientRect()
    const box = list.current?.parentElement
    if (!tab || !box) return
    const { left, width } = box.getBoundingClientRect()
    box.scrollLeft += tab.left - left - (width - tab.width) / 2
  }, [active])

  function press(event: KeyboardEvent) {
    const at = tabs.findIndex((tab) => tab.id === active)
    const last = tabs.length - 1
    const moves: Record<string, number> = {
      ArrowRight: at === last ? 0 : at + 1,
      ArrowLeft: at === 0 ? last : at - 1,
      Home: 0,
      End: last,
    }
    const next = moves[event.key]
    const tab = next === undefined ? undefined : tabs[next]
    if (!tab) return
    event.preventDefault()
    onChange(tab.id)
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[next ?? 0]?.focus()
  }

  return (
    <>
      <div className="overflow-x-auto border-line border-b">
        <div ref={list} role="tablist" aria-label={label} className="flex min-w-max gap-1">
          {tabs.map((tab) => (
            <button
              key={tab.id}
              type="button"
              role="tab"
              id={`${id}-${tab.id}`}
              aria-selected={tab.id === active}
              aria-controls={`${id}-panel`}
              tabIndex={tab.id === active ? 0 : -1}
              onClick={() => onChange(tab.id)}
              onKeyDown={press}
              className={`-outline-offset-2 flex h-10 items-center justify-center gap-1.5 border-transparent border-b-2 px-3 font-medium text-ink-2 hover:text-ink aria-selected:border-accent aria-selected:text-accent ${
                fill ? 'flex-1' : ''
              }`}
            >
              {tab.name}
              {tab.count !== undefined && <span className="num text-ink-3 text-xs">{tab.count}</span>}
            </button>
          ))}
        </div>
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${active}`}
        className={flush ? undefined : 'pt-4'}
      >
        {children}
      </div>
    </>
  )
}
