/** The sentences of the screen of waste. */
export const otpadScreenTexts = {
  loadFailed: 'Raspored otpada nije učitan.',
  balanceFailed: 'Bilans otpada nije učitan.',
  saveFailed: 'Raspored otpada nije sačuvan.',
  deleteFailed: 'Raspored otpada nije obrisan.',
} as const
