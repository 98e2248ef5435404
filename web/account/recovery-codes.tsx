import { useEffect, useRef } from 'react'
import { downloadFile } from '#web/received-file.ts'
import { Button } from '#web/ui/button.tsx'
import { accountTexts } from './account-texts.ts'
import { copyMarked } from './copy-marked.ts'
import { codesFile, secondFactorWords } from './second-factor-texts.ts'

type RecoveryCodesProps = { email: string; codes: readonly string[]; onDone: () => void }

/** Recovery codes that nobody can show again, to be copied or kept as a file. */
export function RecoveryCodes({ email, codes, onDone }: RecoveryCodesProps) {
  const list = useRef<HTMLUListElement>(null)
  const note = useRef<HTMLParagraphElement>(null)
  // The field that had the focus is gone: what is here is read out from its beginning.
  useEffect(() => note.current?.focus(), [])
  function copy() {
    if (list.current) getSelection()?.selectAllChildren(list.current)
    return copyMarked(codes.join('\n'))
  }
  const download = () =>
    downloadFile(new Blob([codesFile(email, codes)], { type: 'text/plain' }), secondFactorWords.fileName)
  return (
    <div className="flex flex-col gap-4">
      <p ref={note} tabIndex={-1} className="text-ink-2 focus:outline-none">
        {secondFactorWords.codesNote}
      </p>
      <ul
        ref={list}
        aria-label={secondFactorWords.codes}
        className="num grid grid-cols-2 gap-x-6 gap-y-1 rounded-control border border-line p-3 font-medium"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={copy}>{accountTexts.copy}</Button>
        <Button onClick={download}>{secondFactorWords.download}</Button>
        <Button variant="primary" onClick={onDone}>
          {secondFactorWords.done}
        </Button>
      </div>
    </div>
  )
}
