import { useState } from 'react'
import { MAX_ADDED_ITEMS, MIN_ADDED_ITEMS } from '#contract/limits.ts'
import { Button } from '#web/ui/button.tsx'
import { addedCount } from './added-count.ts'

type LineAdderProps = { invoice: string; onAdd: (count: number) => void }

/** How many lines to add, 1–20, and the button that adds them (spec §5). */
export function LineAdder({ invoice, onAdd }: LineAdderProps) {
  const [text, setText] = useState(String(MIN_ADDED_ITEMS))
  const count = addedCount(text)
  return (
    <>
      <input
        type="text"
        inputMode="numeric"
        autoComplete="off"
        aria-label={`Broj stavki za dodavanje u fakturu ${invoice}`}
        title={`Koliko stavki se dodaje, ${MIN_ADDED_ITEMS}–${MAX_ADDED_ITEMS}`}
        className="num h-7 w-9 rounded-sm border border-line-strong bg-panel text-center print:hidden"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onFocus={(event) => event.currentTarget.select()}
        onBlur={() => setText(String(count))}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          onAdd(count)
        }}
      />
      <Button variant="ghost" className="h-7" onClick={() => onAdd(count)}>
        Dodaj stavke ({count})
      </Button>
    </>
  )
}
