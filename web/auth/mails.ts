import { useEffect, useState } from 'react'
import type { postaEndpoints } from '#contract/posta.ts'
import { request } from '#web/request.ts'

/** As the contract has it; its schemas would make the first page twice as heavy (./login-rules.ts). */
export const HAS_MAILS: Pick<(typeof postaEndpoints)['imaPostu'], 'method' | 'path'> = {
  method: 'GET',
  path: '/auth/mail',
}

/** Whether the server sends mails; false until it says so. */
export function useHasMails(): boolean {
  const [has, setHas] = useState(false)
  useEffect(() => {
    request({ ...HAS_MAILS, session: false })
      .then((answer) => answer.json())
      .then(({ mejl }) => setHas(mejl === true))
      .catch(() => undefined)
  }, [])
  return has
}
