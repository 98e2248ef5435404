import { type ComponentType, lazy, useState } from 'react'

/** Parts that could not be loaded. React remembers a failure for good, so each has to be made again. */
const failed = new Set<() => void>()

type LaterPart<Props> = ComponentType<Props> & { prepare: () => void }

/**
 * A part whose program is loaded when it is first shown; a failed load is repeated when it is shown again. `prepare`
 * loads it earlier; a loaded part is shown at once.
 */
export function loadLater<Props extends object>(load: () => Promise<ComponentType<Props>>): LaterPart<Props> {
  let come: ComponentType<Props> | null = null
  const loaded = async () => {
    come = await load()
    return come
  }
  const coming = () =>
    lazy(async () => {
      try {
        return { default: await loaded() }
      } catch (error) {
        failed.add(renew)
        throw error
      }
    })
  let Loaded = coming()
  const renew = () => {
    Loaded = coming()
  }
  function Part(props: Props) {
    // The same component as long as it is shown: another one would begin again.
    const [atOnce] = useState(() => come)
    const Shown = atOnce ?? Loaded
    return <Shown {...props} />
  }
  Part.prepare = () => void (come ?? loaded().catch(() => undefined))
  return Part
}

/** Parts that could not be loaded are asked for again when they are next shown. */
export function loadFailedAgain(): void {
  for (const renew of failed) renew()
  failed.clear()
}
