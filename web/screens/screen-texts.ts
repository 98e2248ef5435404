/** Sentences that several screens share (spec §5 and §8). */
export const screenTexts = {
  fixErrors: 'Molimo ispravite greške u formi',
  deleteTitle: 'Potvrda brisanja',
  deleteRefused: 'Brisanje nije moguće',
  deleteQuestion: 'Da li ste sigurni da želite da nastavite ovu akciju?',
} as const
