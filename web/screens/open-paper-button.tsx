import { FileText } from 'lucide-react'
import { reasonOf } from '#web/api.ts'
import { openPdf } from '#web/received-file.ts'
import { Button } from '#web/ui/button.tsx'
import { useAlert } from '#web/ui/confirm-and-alert.tsx'

type OpenPaperButtonProps = { name: string; draw: () => Promise<{ blob: Blob; name: string }>; failed: string }

/** Opens a paper that is drawn of a document as it is now. */
export function OpenPaperButton({ name, draw, failed }: OpenPaperButtonProps) {
  const alert = useAlert()
  return (
    <Button
      icon={<FileText aria-hidden />}
      onClick={() => openPdf(draw()).catch((error) => alert({ text: failed, reason: reasonOf(error) }))}
    >
      {name}
    </Button>
  )
}
