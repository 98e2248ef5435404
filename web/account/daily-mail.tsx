import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { postaEndpoints } from '#contract/posta.ts'
import { call, messageOf } from '#web/api.ts'
import { read } from '#web/queries.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Setting } from '#web/ui/setting.tsx'
import { toastError, toastSuccess } from '#web/ui/toast.tsx'
import { accountTexts } from './account-texts.ts'

const DAILY = read(postaEndpoints.dailyMail)

/** Turns the daily mail of this account on and off; nothing where the server sends none. */
export function DailyMail() {
  const { data: server } = useQuery(read(postaEndpoints.imaPostu))
  const { data } = useQuery({ ...DAILY, enabled: server?.mejl === true })
  const client = useQueryClient()
  const save = useMutation({
    mutationFn: (dnevni_mejl: boolean) => call(postaEndpoints.setDailyMail, { body: { dnevni_mejl } }),
    onSuccess: ({ message }, dnevni_mejl) => {
      // The box would otherwise show the earlier answer until the next read.
      client.setQueryData(DAILY.queryKey, { dnevni_mejl })
      toastSuccess(message)
    },
    onError: (error) => toastError(accountTexts.dailyFailed, messageOf(error, '')),
  })
  if (!data) return null
  return (
    <Setting sentence={accountTexts.dailyNote}>
      <Checkbox
        checked={save.isPending ? save.variables : data.dnevni_mejl}
        disabled={save.isPending}
        onChange={(event) => save.mutate(event.currentTarget.checked)}
      >
        {accountTexts.dailyOn}
      </Checkbox>
    </Setting>
  )
}
