import { useRef } from 'react'
import { type DoubtsAsked, doubtSentences } from '#domain/doubt-sentences.ts'
import { useConfirm } from '#web/ui/confirm-and-alert.tsx'

/**
 * Asks 'Ne' / 'Da' about all that is unusual in a document before it is saved, once: what was answered with 'Da' is not
 * asked again while the form is open. Where it cannot be learned what is usual, nothing keeps from saving.
 */
export function useDoubts(): (asked: DoubtsAsked) => Promise<boolean> {
  const confirm = useConfirm()
  const accepted = useRef<ReadonlySet<string>>(new Set())

  return async (asked) => {
    const sentences = await doubtSentences(asked).catch((error) => {
      console.error(error)
      return doubtSentences({ ...asked, usualOf: async () => [] })
    })
    if (sentences.every((sentence) => accepted.current.has(sentence))) return true
    const text = (
      <>
        <p>Proverite pre čuvanja:</p>
        <ul className="scroll-list">
          {sentences.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
        <p className="mt-2 text-ink">Da li želite da sačuvate dokument ovako?</p>
      </>
    )
    if (!(await confirm({ title: 'Neuobičajene vrednosti', text }))) return false
    accepted.current = new Set([...accepted.current, ...sentences])
    return true
  }
}
