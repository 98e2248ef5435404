import { useEffect, useState, useSyncExternalStore } from 'react'
import { ageText, untilNextAge } from './draft-age.ts'
import type { DraftKeeper } from './draft-keeper.ts'
import { draftKeepingTexts } from './draft-texts.ts'

/** 'Nacrt sačuvan pre 3 s' in the head of a form, counting by itself; or why there is no draft. */
export function DraftNote({ keeper }: { keeper: DraftKeeper }) {
  const { savedAt, fault } = useSyncExternalStore(keeper.subscribe, keeper.state)
  if (fault) {
    return (
      <span role="status" className="text-warning">
        {fault === 'too-long' ? draftKeepingTexts.tooLong : draftKeepingTexts.noRoom}
      </span>
    )
  }
  return savedAt === null ? null : <Age key={savedAt} savedAt={savedAt} />
}

function Age({ savedAt }: { savedAt: number }) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setTimeout(() => setNow(Date.now()), untilNextAge(Date.now() - savedAt))
    return () => clearTimeout(timer)
  })
  return (
    <span className="num">
      Nacrt <span className="max-sm:sr-only">sačuvan </span>
      {ageText(now - savedAt)}
    </span>
  )
}
