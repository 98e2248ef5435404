import { useMemo, useState } from 'react'
import { C1_CARINA, C4_CARINA, LINE_CARINA } from '#contract/carina.ts'
import { namesIn } from '#contract/form-fields.ts'
import type { DraftErrors, DraftInvoice, DraftLine, TypedHead } from '#web/drafts/draft.ts'

const LINE = namesIn(LINE_CARINA)
const HEAD: readonly string[] = namesIn({ ...C4_CARINA, ...C1_CARINA })

export const isOfCarina = (name: string): boolean => HEAD.includes(name)

/** The fold of what a document says to customs: its user opens it, and it is open where it holds or lacks something. */
export type Carina = { readonly open: boolean; readonly toggle: (open: boolean) => void }

export function useCarina(head: TypedHead, invoices: readonly DraftInvoice<DraftLine>[], errors: DraftErrors): Carina {
  const [toggled, toggle] = useState<boolean>()
  const holds = useMemo(() => {
    const given = (line: object) => LINE.some((name) => (line as TypedHead)[name])
    return HEAD.some((name) => head[name]) || invoices.some(({ lines }) => lines.some(given))
  }, [head, invoices])
  const wrong =
    HEAD.some((name) => errors.head[name]) || [...errors.lines.values()].some((line) => LINE.some((name) => line[name]))
  return { open: wrong || (toggled ?? holds), toggle }
}
