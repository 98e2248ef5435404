import { type IshodUsaglasavanja, usaglasavanjeEndpoints } from '#contract/usaglasavanje.ts'
import { brokenOff, type CallOptions, callLines } from '#web/api.ts'

type Sent = {
  readonly query: CallOptions<typeof usaglasavanjeEndpoints.usaglasiTok>['query']
  readonly file: File
  readonly fields: Record<string, string>
}

/** Sends a file and answers what differs; hears how much of it is sent, then how far the server is, in percent. */
export async function compareFile(
  { query, ...sent }: Sent,
  onSent: (percent: number | undefined) => void,
  onCompared: (percent: number) => void,
): Promise<IshodUsaglasavanja> {
  const { signal } = new AbortController()
  const asked = { query, signal, sent: { ...sent, onProgress: onSent } }
  const last = await callLines(usaglasavanjeEndpoints.usaglasiTok, asked, (line) => {
    if (!('procenat' in line)) return
    onSent(undefined)
    onCompared(line.procenat)
  })
  if ('redovi' in last) return last
  throw brokenOff(last)
}
