import { RotateCw } from 'lucide-react'
import { reasonOf } from '#web/api.ts'
import { Button } from '#web/ui/button.tsx'

type LoadErrorProps = {
  /** The sentence of the specification. */
  text: string
  error: unknown
  onRetry: () => void
}

/** Stands where something could not be loaded: what, why, and another try. */
export function LoadError({ text, error, onRetry }: LoadErrorProps) {
  return (
    <div role="alert" className="flex flex-col items-center gap-3 px-4 py-10 text-center">
      <div>
        <p className="text-bad">{text}</p>
        <p className="mt-1 text-ink-3 text-sm">{reasonOf(error)}</p>
      </div>
      <Button icon={<RotateCw aria-hidden />} onClick={onRetry}>
        Pokušaj ponovo
      </Button>
    </div>
  )
}
