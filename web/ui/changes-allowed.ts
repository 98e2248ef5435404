import { createContext, use } from 'react'

/** Whether the user may change the books; the server refuses what he may not (#contract/roles.ts). */
export const ChangesAllowed = createContext(true)

export const useChangesAllowed = (): boolean => use(ChangesAllowed)
