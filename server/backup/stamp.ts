/** A moment as it stands in file names, in UTC: they sort by age. */
export const stamp = (now: number): string => new Date(now).toISOString().slice(0, 19).replaceAll(':', '-')
