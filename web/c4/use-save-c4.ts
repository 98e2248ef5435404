import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type C4Body, type C4Document, c4Endpoints } from '#contract/c4.ts'
import { call } from '#web/api.ts'
import { type PdfChoice, pdfSender } from '#web/documents/pdf-choice.ts'

/** Saves a C4: its new PDF first, then the document with the path that came back (spec §7). `save` ignores a second call. */
export function useSaveC4(document: C4Document | null) {
  const [progress, setProgress] = useState<number>()
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const sending = useRef(false)
  const number = useRef('')
  const [sendPdf] = useState(() =>
    pdfSender((file) =>
      call(c4Endpoints.uploadC4Pdf, { file, fields: { documentId: number.current }, onProgress: setProgress }).finally(
        () => setProgress(undefined),
      ),
    ),
  )

  const mutation = useMutation({
    mutationFn: async ({ body, pdf }: { body: C4Body; pdf: PdfChoice }) => {
      number.current = body.broj_c4
      const whole = { ...body, ...(await sendPdf(pdf, Boolean(document?.pdf_fajl))) }
      return document
        ? call(c4Endpoints.updateC4, { params: { id: document.id }, body: whole, ifVersion: document.verzija })
        : call(c4Endpoints.createC4, { body: whole, idempotencyKey })
    },
  })

  async function save(body: C4Body, pdf: PdfChoice) {
    if (sending.current) return null
    sending.current = true
    try {
      return await mutation.mutateAsync({ body, pdf })
    } finally {
      sending.current = false
    }
  }
  return { save, busy: mutation.isPending, progress }
}
