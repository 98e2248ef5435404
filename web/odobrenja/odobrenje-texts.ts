/** The sentences of the screens of authorisations. */
export const odobrenjeScreenTexts = {
  loadFailed: 'Odobrenja nisu učitana.',
  pageFailed: 'Odobrenje nije učitano.',
  saveFailed: 'Odobrenje nije sačuvano.',
  deleteFailed: 'Odobrenje nije obrisano.',
} as const
