const monthText = new Intl.DateTimeFormat('sr-Latn-RS', { month: 'short', timeZone: 'UTC' })

/** `2026-05` → `maj` */
export const shortMonth = (mesec: string): string => monthText.format(new Date(`${mesec}-01T00:00:00Z`))

/** `2026-05` → `maj 2026.` */
export const monthWithYear = (mesec: string): string => `${shortMonth(mesec)} ${mesec.slice(0, 4)}.`
