import { type UseQueryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'

/** Tells the archive's head that the shown view could not be loaded; null when it could. */
export type ReportFailure = (error: unknown) => void

/** The query of a view; its failure is shown above all views, and the view itself becomes empty (spec §8). */
export function useArchiveQuery<T>(
  options: UseQueryOptions<T, Error, T, (string | object | null)[]>,
  onFailure: ReportFailure,
): UseQueryResult<T> {
  const query = useQuery(options)
  const { error } = query
  useEffect(() => {
    onFailure(error)
    return () => onFailure(null)
  }, [error, onFailure])
  return query
}
