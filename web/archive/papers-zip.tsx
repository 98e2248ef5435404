import { FolderArchive } from 'lucide-react'
import { papiriEndpoints } from '#contract/papiri.ts'
import { type CallOptions, call, callGrowing } from '#web/api.ts'
import { downloadFile } from '#web/received-file.ts'
import { LongWorkButton } from '#web/screens/long-work-button.tsx'
import { useConfirm } from '#web/ui/confirm-and-alert.tsx'
import { fileSizeText } from '#web/ui/file-size.ts'

/** The usual size of a paper of ours: nobody knows before it is drawn. */
const PAPER_BYTES = 40_000

type Query = CallOptions<typeof papiriEndpoints.papiriZip>['query']

/** Saves all papers of the period as one zip, once it has been said how much that is. */
export function PapersZip({ query }: { query: Query }) {
  const confirm = useConfirm()

  async function save(signal: AbortSignal, heard: (percent: number) => void) {
    const size = await call(papiriEndpoints.papiriObim, { ...(query && { query }), signal })
    const about = size.bajtova + size.papira * PAPER_BYTES
    const text = (
      <>
        <p>
          Uvoza: {size.uvoza}, izvoza: {size.izvoza}, ostalih razduženja: {size.razduzenja}, popisa: {size.popisa},
          podnetih obračuna: {size.obracuna}.
        </p>
        <p className="mt-2">
          Papira: {size.papira}, PDF-ova i priloga: {size.fajlova}; zajedno oko {fileSizeText(about)}. Preuzeti?
        </p>
      </>
    )
    if (!(await confirm({ title: 'Svi papiri perioda', text }))) return
    let told = 0
    const { blob, name } = await callGrowing(
      papiriEndpoints.papiriZip,
      { ...(query && { query }), signal },
      (bytes) => {
        const percent = Math.min(99, Math.floor((bytes * 100) / Math.max(1, about)))
        if (percent > told) heard(percent)
        told = Math.max(told, percent)
      },
    )
    downloadFile(blob, name)
  }

  return (
    <LongWorkButton
      className="col-span-2"
      name="Svi papiri (zip)"
      icon={<FolderArchive aria-hidden />}
      going="Papiri"
      failed="Papiri nisu preuzeti."
      work={save}
    />
  )
}
