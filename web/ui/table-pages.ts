import { useState } from 'react'

type Pages<Row> = { rows: readonly Row[]; page: number; totalPages: number; setPage: (page: number) => void }

/** Cuts rows that are all here into pages, from 1; a page that no longer exists becomes the last one. */
export function usePages<Row>(rows: readonly Row[], pageSize: number | undefined): Pages<Row> {
  const [wanted, setPage] = useState(1)
  if (!pageSize) return { rows, page: 1, totalPages: 1, setPage }
  const totalPages = Math.max(1, Math.ceil(rows.length / pageSize))
  const page = Math.min(wanted, totalPages)
  return { rows: rows.slice((page - 1) * pageSize, page * pageSize), page, totalPages, setPage }
}
