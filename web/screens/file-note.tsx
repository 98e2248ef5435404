import { TriangleAlert } from 'lucide-react'

/** Over the preview of a spreadsheet: notes on the file itself. */
export const FileNote = ({ text }: { text: string }) => (
  <p className="mb-2 flex items-start gap-2 text-warning">
    <TriangleAlert className="mt-0.5 size-4 flex-none" aria-hidden />
    {text}
  </p>
)
