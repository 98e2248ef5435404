import { RotateCw } from 'lucide-react'
import { reasonOf } from '#web/api.ts'
import { Button } from '#web/ui/button.tsx'

type LoadErrorProps = {
  /** The sentence of the specification. */
  text: string
  error: unknown
  onRetry: () => void
}

/** Stands where something could not be loaded: a sentence, the reason, and a button to try again. */
export function LoadError({ text, error, onRetry }: LoadErrorProps) {
  const reason = reasonOf(error)
  return (
    <div role="alert" className="flex flex-col items-center gap-3 px-4 py-10 text-center">
      <div>
        <p className="text-bad">{text}</p>
        {reason && <p className="mt-1 text-ink-3 text-sm">{reason}</p>}
      </div>
      <Button icon={<RotateCw aria-hidden />} onClick={onRetry}>
        Pokušaj ponovo
      </Button>
    </div>
  )
}

type ListNotLoadedProps = LoadErrorProps & {
  /** The rows shown before, if any. */
  rows: unknown
}

/** Stands above a list whose next page could not be loaded (the list keeps its rows), or in place of an empty list. */
export function ListNotLoaded({ rows, ...failure }: ListNotLoadedProps) {
  if (!rows) return <LoadError {...failure} />
  const { text, error, onRetry } = failure
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-b bg-bad-soft px-4 py-2"
    >
      <p className="min-w-0 flex-1 text-sm">
        <span className="text-bad">{text}</span> <span className="text-ink-2">{reasonOf(error)}</span>
      </p>
      <Button icon={<RotateCw aria-hidden />} onClick={onRetry}>
        Pokušaj ponovo
      </Button>
    </div>
  )
}
