import { useMutation } from '@tanstack/react-query'
import type { Vrsta } from '#contract/audit.ts'
import { call, reasonOf } from '#web/api.ts'
import { backText } from '#web/audit/entry-words.ts'
import { type Consequences, hasConsequences } from '#web/foreseen/consequences.tsx'
import { THINGS } from '#web/screens/things.ts'
import { useAlert } from '#web/ui/confirm-and-alert.tsx'
import { toastSuccess } from '#web/ui/toast.tsx'
import { useStillOpen } from '#web/ui/use-still-open.ts'

export const restoreTexts = {
  action: 'Vrati',
  failed: 'Nije moglo da se vrati.',
  moved: (izvoza: number) => `Promenilo se razduženje izvoza (${izvoza}).`,
} as const

/**
 * A deleted record under the name its deletion used, or one changed by an import, whose audit entry is `izmena`. Two
 * requests with one `key` restore it once.
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

/** Sends the restore; the answer for a document has consequences. */
async function sendBack({ vrsta, predmet, key, izmena }: Deleted): Promise<Done> {
  const endpoint = await THINGS[vrsta as Vrsta]?.restore?.()
  if (!endpoint) throw new Error(`nothing takes back ${vrsta}`)
  const names = Object.keys(endpoint.params?.shape ?? {})
  // A rate is named by its currency and its day.
  const parts = names.length > 1 ? predmet.split(' ') : [predmet]
  const params = Object.fromEntries(names.map((name, at) => [name, parts[at] ?? '']))
  return call(endpoint, { params, query: { izmena }, idempotencyKey: key } as never) as Promise<Done>
}

/**
 * Takes deletions and changes by imports back and says so. `onConsequences` shows the exports that moved and shortages.
 * Without it, or once the user has left the screen, a toast says how many exports moved.
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
