/** The sentences of the screens of partners. */
export const partnerScreenTexts = {
  loadFailed: 'Partneri nisu učitani.',
  pageFailed: 'Partner nije učitan.',
  documentsFailed: 'Dokumenti partnera nisu učitani.',
  saveFailed: 'Partner nije sačuvan.',
  notJoined: 'Partneri nisu spojeni.',
  notApart: 'Zapis nije izdvojen.',
  hidden: (naziv: string) => `${naziv} se više ne predlaže.`,
  shownAgain: (naziv: string) => `${naziv} se opet predlaže.`,
} as const
