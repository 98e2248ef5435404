import type { ReactNode } from 'react'
import { lostCoverTexts } from '#contract/documents.ts'
import { ApiError } from '#web/api.ts'
import { Codes } from '#web/ui/codes.tsx'

/**
 * The cover that a refused change of an import would have taken, a material to each item with its quantity and its
 * exports; undefined for any other failure.
 */
export function lostCoverOf(error: unknown): ReactNode | undefined {
  if (!(error instanceof ApiError)) return undefined
  const sentence = Object.values(lostCoverTexts).find((text) => error.message.startsWith(text))
  if (!sentence || error.errors.length === 0) return undefined
  return (
    <>
      <p>{sentence}:</p>
      <ul className="scroll-list">
        {error.errors.map(({ message }) => (
          <li key={message}>
            <Loss text={message} />
          </li>
        ))}
      </ul>
    </>
  )
}

/** A unit stays with its number. */
const NO_BREAK = '\u00a0'

/** 'Kabl crni (KABL1): 6 m za C1-1, C1-2': what is lost in one line, the exports under it. */
function Loss({ text }: { text: string }) {
  const at = text.lastIndexOf(' za ')
  if (at < 0) return text
  return (
    <>
      <span className="text-ink">{text.slice(0, at).replace(/ (?=\S+$)/, NO_BREAK)}</span>
      <br />
      za <Codes text={text.slice(at + ' za '.length)} />
    </>
  )
}
