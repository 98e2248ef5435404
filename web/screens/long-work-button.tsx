import { X } from 'lucide-react'
import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { reasonOf } from '#web/api.ts'
import { Button } from '#web/ui/button.tsx'
import { useAlert } from '#web/ui/confirm-and-alert.tsx'
import { WorkBar } from '#web/ui/progress-bar.tsx'

type LongWorkButtonProps = {
  name: string
  icon: ReactNode
  /** The text of the work under way, before its percent. */
  going: string
  failed: string
  /** The work; it reports its percent to `heard`, and ends with `signal`. */
  work: (signal: AbortSignal, heard: (percent: number) => void) => Promise<void>
  className?: string
}

/** A button for long work: it shows the progress, and ends the work when it is pressed again or the screen is left. */
export function LongWorkButton({ name, icon, going: goingText, failed, work, className = '' }: LongWorkButtonProps) {
  const alert = useAlert()
  const [percent, setPercent] = useState<number | null>(null)
  const going = useRef<AbortController>(null)
  useEffect(() => () => going.current?.abort(), [])

  async function make() {
    const mine = new AbortController()
    going.current = mine
    setPercent(0)
    try {
      await work(mine.signal, setPercent)
    } catch (error) {
      if (!mine.signal.aborted) alert({ text: failed, reason: reasonOf(error) })
    } finally {
      if (going.current === mine) setPercent(null)
    }
  }

  const isGoing = percent !== null
  /** The second click of a double one ends nothing. */
  const press = ({ detail }: MouseEvent) => (isGoing ? detail < 2 && going.current?.abort() : void make())
  return (
    <div className={`flex items-center gap-2 ${className}`}>
      {isGoing && (
        <div className="flex w-40 flex-col gap-1">
          <span className="num text-ink-3">
            {goingText}: {percent} %
          </span>
          <WorkBar percent={percent} label={goingText} />
        </div>
      )}
      {/* The same button, so that it keeps the focus. */}
      <Button className={isGoing ? '' : 'flex-1'} icon={isGoing ? <X aria-hidden /> : icon} onClick={press}>
        {isGoing ? 'Prekini' : name}
      </Button>
    </div>
  )
}
