/** In which column of the account it stands what a document took of a named lot, by its kind (customs §5). */
export const KOLONA_RAZDUZENJA = {
  'Povraćaj neprerađene robe': 'vraceno',
  'Stavljanje u slobodan promet': 'slobodan_promet',
  Uništenje: 'unisteno',
  'Ustupanje državi': 'ostalo',
  Prenos: 'ostalo',
  // Not in the column of losses: those are of the normativ, and exports add up to them.
  Gubitak: 'ostalo',
  'Manjak po popisu': 'manjak_popisa',
} as const
export type VrstaRazduzenja = keyof typeof KOLONA_RAZDUZENJA
