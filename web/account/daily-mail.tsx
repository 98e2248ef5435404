import { useMutation, useQuery } from '@tanstack/react-query'
import { postaEndpoints } from '#contract/posta.ts'
import { call, messageOf } from '#web/api.ts'
import { read } from '#web/queries.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { toastError, toastSuccess } from '#web/ui/toast.tsx'
import { accountTexts } from './account-texts.ts'

/** Whether this account gets the daily mail; nothing where the server sends none. */
export function DailyMail() {
  const { data: server } = useQuery(read(postaEndpoints.imaPostu))
  const { data } = useQuery({ ...read(postaEndpoints.dailyMail), enabled: server?.mejl === true })
  const save = useMutation({
    mutationFn: (dnevni_mejl: boolean) => call(postaEndpoints.setDailyMail, { body: { dnevni_mejl } }),
    onSuccess: ({ message }) => toastSuccess(message),
    onError: (error) => toastError(accountTexts.dailyFailed, messageOf(error, '')),
  })
  if (!data) return null
  return (
    <section>
      <h3 className="font-semibold">{accountTexts.daily}</h3>
      <p className="mb-2 text-ink-3 text-sm">{accountTexts.dailyNote}</p>
      <Checkbox
        checked={save.isPending ? save.variables : data.dnevni_mejl}
        disabled={save.isPending}
        onChange={(event) => save.mutate(event.currentTarget.checked)}
      >
        {accountTexts.dailyOn}
      </Checkbox>
    </section>
  )
}
