import { useQuery } from '@tanstack/react-query'
import { authEndpoints } from '#contract/auth.ts'
import { mayDo } from '#contract/roles.ts'
import { read } from '#web/queries.ts'

/** Whether the user is an administrator; not until it is known. */
export function useAdministers(): boolean {
  const uloga = useQuery(read(authEndpoints.me)).data?.user.uloga
  return uloga !== undefined && mayDo(uloga, 'admin')
}
