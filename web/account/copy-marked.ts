import { toastSuccess } from '#web/ui/toast.tsx'
import { accountTexts } from './account-texts.ts'

/**
 * Copies a text that its caller has marked on the page. A page without TLS on another machine has no clipboard: the mark
 * is left, for Ctrl + C. Answers whether it is copied.
 */
export async function copyMarked(text: string): Promise<boolean> {
  const copied: boolean | undefined = await navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  )
  toastSuccess(copied ? accountTexts.copied : accountTexts.marked)
  return copied === true
}
