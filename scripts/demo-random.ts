/** Chance that is the same on every machine and in every run. */
export type Random = {
  /** 0 ≤ x < 1 */
  next(): number
  between(low: number, high: number): number
  /** Integers, both ends included. */
  whole(low: number, high: number): number
  chance(probability: number): boolean
  pick<T>(list: readonly T[]): T
  /** `count` different members of a list, in random order. */
  some<T>(list: readonly T[], count: number): T[]
}

/** mulberry32: a small generator whose sequence depends on the seed alone. */
export function seeded(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const whole = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  return {
    next,
    whole,
    between: (low, high) => low + next() * (high - low),
    chance: (probability) => next() < probability,
    pick: (list) => list[whole(0, list.length - 1)] as (typeof list)[number],
    some(list, count) {
      const left = [...list]
      return Array.from({ length: Math.min(count, left.length) }, () =>
        left.splice(whole(0, left.length - 1), 1),
      ).flat()
    },
  }
}

/** Rounds to `places` decimals. */
export const roundTo = (value: number, places: number): number => Number(value.toFixed(places))
