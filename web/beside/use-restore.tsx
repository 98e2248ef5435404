import { useMutation } from '@tanstack/react-query'
import type { Vrsta } from '#contract/audit.ts'
import { c1Endpoints } from '#contract/c1.ts'
import { c4Endpoints } from '#contract/c4.ts'
import { materialEndpoints } from '#contract/materials.ts'
import { odobrenjaEndpoints } from '#contract/odobrenja.ts'
import { ostalaRazduzenjaEndpoints } from '#contract/ostala-razduzenja.ts'
import { otpadEndpoints } from '#contract/otpad.ts'
import { popisiEndpoints } from '#contract/popisi.ts'
import { priloziEndpoints } from '#contract/prilozi.ts'
import { productEndpoints } from '#contract/products.ts'
import { rateEndpoints } from '#contract/rates.ts'
import { call, reasonOf } from '#web/api.ts'
import { backText } from '#web/audit/entry-words.ts'
import { type Consequences, hasConsequences } from '#web/foreseen/consequences.tsx'
import { useAlert } from '#web/ui/confirm-and-alert.tsx'
import { toastSuccess } from '#web/ui/toast.tsx'
import { useStillOpen } from '#web/ui/use-still-open.ts'

export const restoreTexts = {
  action: 'Vrati',
  failed: 'Nije moglo da se vrati.',
  moved: (izvoza: number) => `Promenilo se razduženje izvoza (${izvoza}).`,
} as const

/**
 * Something deleted, as its deletion called it, or changed by an import, whose entry is `izmena`; asking twice with one
 * `key` brings it back once.
 */
export type Deleted = {
  readonly izmena?: number | undefined
  readonly vrsta: string
  readonly predmet: string
  readonly opis: string
  readonly key: string
}

/** Names a deletion that was just made. */
export const justDeleted = (vrsta: Vrsta, predmet: string | number, opis: string): Deleted => ({
  ...{ vrsta, opis, key: crypto.randomUUID() },
  predmet: String(predmet),
})

type Done = Partial<Pick<Consequences, 'manjak' | 'promenjeni_c1'>>

/** Sends it; the answer has consequences where it is of a document. */
function sendBack({ vrsta, predmet, key, izmena }: Deleted): Promise<Done> {
  const goods = { params: { id: predmet }, idempotencyKey: key }
  const query = { izmena }
  if (vrsta === 'materijal') return call(materialEndpoints.restoreMaterial, { ...goods, query }) as Promise<object>
  if (vrsta === 'proizvod') return call(productEndpoints.restoreProduct, { ...goods, query }) as Promise<object>
  if (vrsta === 'kurs') {
    const [valuta = '', vazi_od = ''] = predmet.split(' ')
    return call(rateEndpoints.restoreRate, {
      params: { valuta, vazi_od },
      query,
      idempotencyKey: key,
    }) as Promise<object>
  }
  const document = { params: { id: Number(predmet) }, idempotencyKey: key }
  if (vrsta === 'odobrenje') return call(odobrenjaEndpoints.restoreOdobrenje, document) as Promise<object>
  if (vrsta === 'otpad') return call(otpadEndpoints.restoreOtpad, document) as Promise<object>
  if (vrsta === 'popis') return call(popisiEndpoints.restorePopis, document) as Promise<object>
  if (vrsta === 'prilog') return call(priloziEndpoints.restorePrilog, document) as Promise<object>
  if (vrsta === 'ostalo_razduzenje') return call(ostalaRazduzenjaEndpoints.restoreRazduzenje, document)
  const changed = { ...document, query }
  return vrsta === 'c4' ? call(c4Endpoints.restoreC4, changed) : call(c1Endpoints.restoreC1, changed)
}

/**
 * Takes deletions and changes by imports back and says so. `onConsequences` shows which exports moved and what is lacking;
 * a screen that was left meanwhile shows no window any more, so a toast says how many moved.
 */
export function useRestore(onConsequences?: (consequences: Consequences) => void) {
  const alert = useAlert()
  const stillOpen = useStillOpen()
  const { mutate, isPending, variables } = useMutation({
    mutationFn: sendBack,
    onSuccess: ({ manjak = [], promenjeni_c1 = [] }, deleted) => {
      const text = backText(deleted)
      const c1_id = deleted.vrsta === 'c1' ? { c1_id: Number(deleted.predmet) } : {}
      const consequences = { text, ...c1_id, manjak, promenjeni_c1 }
      if (!hasConsequences(consequences)) toastSuccess(text)
      else if (stillOpen.current && onConsequences) onConsequences(consequences)
      else toastSuccess(`${text} ${restoreTexts.moved(promenjeni_c1.length)}`)
    },
    onError: (error) => alert({ text: restoreTexts.failed, reason: reasonOf(error) }),
  })
  return { restore: (deleted: Deleted) => mutate(deleted), going: isPending ? variables : undefined }
}
