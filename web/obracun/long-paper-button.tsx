import { FileText, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { obracunEndpoints } from '#contract/obracun.ts'
import { ApiError, type CallOptions, callLines, reasonOf } from '#web/api.ts'
import { firstPaper } from '#web/documents/paper-file.ts'
import { downloadFile } from '#web/received-file.ts'
import { useAlert } from '#web/ui/asking.tsx'
import { Button } from '#web/ui/button.tsx'
import { WorkBar } from '#web/ui/progress-bar.tsx'

type LongPaperButtonProps = {
  asked: CallOptions<typeof obracunEndpoints.obracunTok>['query']
  name: string
  failed: string
}

/** Saves a paper that takes its time: says how far it is, and ends the work when it is no longer wanted or left. */
export function LongPaperButton({ asked, name, failed }: LongPaperButtonProps) {
  const alert = useAlert()
  const [percent, setPercent] = useState<number | null>(null)
  const going = useRef<AbortController>(null)
  useEffect(() => () => going.current?.abort(), [])

  async function make() {
    const mine = new AbortController()
    const { signal } = mine
    going.current = mine
    setPercent(0)
    try {
      const last = await callLines(obracunEndpoints.obracunTok, { query: asked, signal }, (line) => {
        if ('procenat' in line) setPercent(line.procenat)
      })
      if ('message' in last) throw new ApiError(200, last.message, [], true)
      if (!('files' in last)) throw new Error('the paper ended before its end')
      const { blob, name: file } = firstPaper(last)
      downloadFile(blob, file)
    } catch (error) {
      if (!signal.aborted) alert({ text: failed, reason: reasonOf(error) })
    } finally {
      if (going.current === mine) setPercent(null)
    }
  }

  if (percent === null)
    return (
      <Button icon={<FileText aria-hidden />} onClick={make}>
        {name}
      </Button>
    )
  return (
    <div className="flex items-center gap-2">
      <div className="flex w-40 flex-col gap-1">
        <span className="num text-ink-3">Pravljenje PDF-a: {percent} %</span>
        <WorkBar percent={percent} label="Pravljenje PDF-a" />
      </div>
      <Button icon={<X aria-hidden />} onClick={() => going.current?.abort()}>
        Prekini
      </Button>
    </div>
  )
}
