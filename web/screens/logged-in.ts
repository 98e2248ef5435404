import { useQuery } from '@tanstack/react-query'
import { authEndpoints } from '#contract/auth.ts'
import { mayDo } from '#contract/roles.ts'
import { read } from '#web/queries.ts'

/** Whether the user is an administrator; false until it is known. */
export function useAdministers(): boolean {
  const uloga = useQuery(read(authEndpoints.me)).data?.user.uloga
  return uloga !== undefined && mayDo(uloga, 'admin')
}

/** The email of the logged-in user; the browser keeps his choices under it. Undefined until it is known. */
export const useEmail = (): string | undefined =>
  useQuery({ ...read(authEndpoints.me), staleTime: Number.POSITIVE_INFINITY }).data?.user.email
