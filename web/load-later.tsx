import { type ComponentType, lazy } from 'react'

/** Parts that could not be loaded. React remembers a failure for good, so each has to be made anew. */
const failed = new Set<() => void>()

/** A part whose program comes when it is first shown, or when it is shown again if it did not come then. */
export function loadLater<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
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
  return (props) => <Loaded {...props} />
}

/** What could not be loaded is asked for again when it is next shown. */
export function loadFailedAgain(): void {
  for (const renew of failed) renew()
  failed.clear()
}
