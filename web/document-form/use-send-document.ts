import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type PdfChoice, pdfSender } from '#web/beside/pdf-choice.ts'
import { onlyOnce, requestKeys } from '#web/screens/only-once.ts'

type Sending<Body, Saved> = {
  /** Path of the list that the document stands in. */
  list: string
  /** The stored document has a PDF. */
  hadPdf: boolean
  upload: (file: File, body: Body, onProgress: (percent: number | undefined) => void) => Promise<{ filePath: string }>
  /** Asks the user whatever has to be asked; whether the body is sent as it is. */
  asked: (body: Body) => Promise<boolean>
  /** Creates or changes the document; the key is the same for every attempt with the same body. */
  send: (body: Body, idempotencyKey: string) => Promise<Saved>
}

/**
 * Saves a document: its new PDF first, then the document with the path that came back (spec §7). It is busy from the
 * moment its body is fixed. Answers null where nothing is sent: for a second `save`, unless the first has failed, and
 * where `asked` answers no.
 */
export function useSendDocument<Body extends { pdf_fajl?: string | null | undefined }, Saved>({
  list,
  hadPdf,
  upload,
  asked,
  send,
}: Sending<Body, Saved>) {
  const [progress, setProgress] = useState<number>()
  const [busy, setBusy] = useState(false)
  const [keyFor] = useState(() => requestKeys())
  const latest = useRef<{ body: Body; upload: typeof upload }>(null)
  const [once] = useState(onlyOnce)
  const [sendPdf] = useState(() =>
    pdfSender(async (file) => {
      if (!latest.current) throw new Error('no document is being sent')
      return latest.current.upload(file, latest.current.body, setProgress).finally(() => setProgress(undefined))
    }),
  )

  const mutation = useMutation({
    meta: { list },
    mutationFn: async ({ body, pdf }: { body: Body; pdf: PdfChoice }) => {
      latest.current = { body, upload }
      const whole = { ...body, ...(await sendPdf(pdf, hadPdf)) }
      return send(whole, keyFor(whole))
    },
  })

  async function sendWhole(body: Body, pdf: PdfChoice): Promise<Saved | null> {
    setBusy(true)
    try {
      return (await asked(body)) ? await mutation.mutateAsync({ body, pdf }) : null
    } finally {
      // The update comes at once: the dialog that opens next returns the focus to the element that has it now, and the
      // field can have it only after this update.
      flushSync(() => setBusy(false))
    }
  }
  const save = (body: Body, pdf: PdfChoice) => once(() => sendWhole(body, pdf))
  return { save, busy, progress }
}
