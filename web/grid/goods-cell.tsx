import { type ComponentProps, useState } from 'react'
import type { KeyedLine } from '#web/drafts/draft.ts'
import { LookupCell } from '#web/ui/lookup-cell.tsx'
import type { GoodsLookup } from './goods-lookup.ts'

type Cell = Omit<ComponentProps<typeof LookupCell>, 'search' | 'emptyText' | 'adding' | 'onChoose' | 'onLeave'>
type GoodsCellProps<L extends KeyedLine> = Cell & {
  lookup: GoodsLookup<L>
  /** Gets the fields of a row that was chosen from the catalogue or has just been added to it. */
  onChosen: (chosen: Partial<L>) => void
  /** Gets text that nobody chose; `seen` as in LookupCell. */
  onLeave: (text: string, seen: boolean) => void
}

/** The cell of a material or product. A new one is added in a window over the form. */
export function GoodsCell<L extends KeyedLine>({ lookup, onChosen, onLeave, ...cell }: GoodsCellProps<L>) {
  const [typed, setTyped] = useState<string | null>(null)
  const { addText, Form } = lookup
  return (
    <>
      <LookupCell
        {...cell}
        search={lookup.search}
        emptyText={lookup.emptyText}
        onChoose={({ chosen }) => onChosen(chosen)}
        onLeave={onLeave}
        adding={{
          text: addText,
          onChoose: (typed) => {
            onLeave(typed, false)
            setTyped(typed)
          },
        }}
      />
      {typed !== null && <Form typed={typed} onSaved={onChosen} onClose={() => setTyped(null)} />}
    </>
  )
}
