import { type ComponentType, lazy } from 'react'

/** Screens that could not be loaded. React remembers a failure for good, so each has to be made anew. */
const failed = new Set<() => void>()

/** A screen whose program comes when it is first shown, or at a later visit when it did not come then. */
export function screen(load: () => Promise<ComponentType>): ComponentType {
  const coming = () =>
    lazy(async () => {
      try {
        return { default: await load() }
      } catch (error) {
        failed.add(renew)
        throw error
      }
    })
  let Loaded = coming()
  const renew = () => {
    Loaded = coming()
  }
  return () => <Loaded />
}

/** The next visit of a screen that could not be loaded asks for it again. */
export function loadFailedAgain(): void {
  for (const renew of failed) renew()
  failed.clear()
}
