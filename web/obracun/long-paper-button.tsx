import { FileText } from 'lucide-react'
import { obracunEndpoints } from '#contract/obracun.ts'
import { ApiError, type CallOptions, callLines } from '#web/api.ts'
import { downloadFile } from '#web/received-file.ts'
import { LongWorkButton } from '#web/screens/long-work-button.tsx'
import { firstPaper } from '#web/screens/paper-file.ts'

type LongPaperButtonProps = {
  asked: CallOptions<typeof obracunEndpoints.obracunTok>['query']
  name: string
  failed: string
}

/** Saves a paper that takes its time. */
export function LongPaperButton({ asked, name, failed }: LongPaperButtonProps) {
  async function draw(signal: AbortSignal, heard: (percent: number) => void) {
    const last = await callLines(obracunEndpoints.obracunTok, { query: asked, signal }, (line) => {
      if ('procenat' in line) heard(line.procenat)
    })
    if ('message' in last) throw new ApiError(200, last.message, [], true)
    if (!('files' in last)) throw new Error('the paper ended before its end')
    const { blob, name: file } = firstPaper(last)
    downloadFile(blob, file)
  }
  return <LongWorkButton name={name} icon={<FileText aria-hidden />} going="Izrada PDF-a" failed={failed} work={draw} />
}
