import { toastSuccess } from '#web/ui/toast.tsx'
import { accountTexts } from './account-texts.ts'

/**
 * Copies a text that its caller has marked on the page. A page without TLS on another machine has no clipboard: the mark
 * is left, for Ctrl + C.
 */
export async function copyMarked(text: string): Promise<void> {
  const copied = await navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  )
  toastSuccess(copied ? accountTexts.copied : accountTexts.marked)
}
