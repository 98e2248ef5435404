const MONTHS = ['jan', 'feb', 'mar', 'apr', 'maj', 'jun', 'jul', 'avg', 'sep', 'okt', 'nov', 'dec']

/** `2026-05` → `maj`: Intl would write some Serbian month names in Cyrillic (decisions §2). */
export const monthName = (mesec: string): string => MONTHS[Number(mesec.slice(5, 7)) - 1] ?? mesec

/** `2026-05` → `maj 2026.` */
export const monthWithYear = (mesec: string): string => `${monthName(mesec)} ${mesec.slice(0, 4)}.`
