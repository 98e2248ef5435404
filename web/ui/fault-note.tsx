import type { ReactNode } from 'react'

/** The fault of a part of a form that is no field, at that part, in the words and colours of field errors. */
export const FaultNote = ({ children }: { children: ReactNode }) => (
  <p
    role="alert"
    className="mb-2 max-h-40 overflow-auto whitespace-pre-line rounded-control bg-bad-soft px-3 py-2 text-bad"
  >
    {children}
  </p>
)
