export const auditTexts = {
  loadFailed: 'Greška pri učitavanju istorije',
  noneFound: 'Nema izmena koje odgovaraju filterima.',
  none: 'Nema zabeleženih izmena.',
} as const
