import { X } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { reasonOf } from '#web/api.ts'
import { useAlert } from '#web/ui/asking.tsx'
import { Button } from '#web/ui/button.tsx'
import { WorkBar } from '#web/ui/progress-bar.tsx'

type LongWorkButtonProps = {
  name: string
  icon: ReactNode
  /** What is going on, before its percent. */
  going: string
  failed: string
  /** Tells how far it is, and ends with `signal`. */
  work: (signal: AbortSignal, heard: (percent: number) => void) => Promise<void>
  className?: string
}

/** A button of what takes its time: says how far that is, and ends it when it is no longer wanted or left. */
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

  if (percent === null)
    return (
      <Button className={className} icon={icon} onClick={make}>
        {name}
      </Button>
    )
  return (
    <div className={`flex items-center gap-2 ${className}`}>
      <div className="flex w-40 flex-col gap-1">
        <span className="num text-ink-3">
          {goingText}: {percent} %
        </span>
        <WorkBar percent={percent} label={goingText} />
      </div>
      <Button icon={<X aria-hidden />} onClick={() => going.current?.abort()}>
        Prekini
      </Button>
    </div>
  )
}
