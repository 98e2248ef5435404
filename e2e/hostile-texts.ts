import { writeSheet } from '#server/sheets/write-sheet.ts'

/** Texts that are something else to a browser, a spreadsheet or a reader from right to left; each fits into a name. */
export const HOSTILE = {
  script: '<script>window.ran=1</script>',
  attribute: `"'><img src=x onerror="window.ran=1">`,
  vector: '<svg onload=window.ran=1><a href="javascript:window.ran=1">x</a>',
  template: `{{constructor.constructor("window.ran=1")()}} ${'$'}{window.ran=1}`,
  formula: '=HYPERLINK("http://evil.example","x")',
  plus: '+1+cmd|calc!A0',
  emoji: '🧨👩‍👩‍👧‍👦🇷🇸'.repeat(10),
  /** As much as a name may hold; 5,000 are refused with a sentence (fuzz/hostile-values.ts). */
  emojiToTheLimit: '🧨'.repeat(100),
  rightToLeft: '\u202Egnp.exe\u202C \u0627\u0628\u062C',
  /** In the order that Unicode gives marks, as it is stored. */
  combining: `Z${'\u0351\u0352\u0353'.repeat(10)}`.normalize('NFC'),
} as const

/** A text as it is kept: bidi controls are gone. */
export const asKept = (text: string): string => text.replace(/[\u202A-\u202E]/g, '')

/** The same as the name of a file, without a slash. */
export const HOSTILE_NAME = '<img src=x onerror=window.ran=1>'

/** Codes are shorter than names. */
export const asCode = (text: string): string => [...text].slice(0, 16).join('')

type Body = Record<string, unknown>
/** Everything that one hostile text can be written into: a material, a product, a C4 and a C1. */
export type HostileBodies = { material: Body; product: Body; c4: Body; c1: Body }

/** The bodies that enter one text everywhere; `index` keeps the codes of several texts apart. */
export function hostileBodies(text: string, index: number): HostileBodies {
  const code = `${asCode(text)}${index}`
  const id = `HOST${index}`
  const partners = {
    posiljalac_naziv: text,
    posiljalac_grad: text,
    posiljalac_drzava: text,
    primalac_naziv: text,
    primalac_pib: code,
    primalac_mb: code,
    primalac_grad: text,
    zemlja_otpreme: text,
  }
  const line = { broj_fakture: code, redni_broj: 1, kolicina: 10 }
  return {
    material: { id, naziv: text, zemlja_porekla: text, jedinica_mere: 'kg', tarifni_broj: '8544.49' },
    product: {
      id,
      naziv: text,
      hs_code: code,
      jedinica_mere: code,
      normativi: [{ materijal_id: id, potrebna_kolicina: 0.5 }],
    },
    c4: {
      tip_dokumenta: 'Uvozna deklaracija',
      broj_terminala: code,
      broj_c4: code,
      datum: '2026-03-02',
      ...partners,
      valuta: 'EUR',
      stavke: [{ ...line, materijal_id: id, cena_po_jedinici: 2, tarifni_broj: code, zemlja_porekla: text }],
    },
    c1: {
      tip_dokumenta: 'Izvozna deklaracija',
      broj_c1: code,
      datum: '2026-03-05',
      ...partners,
      stavke: [{ ...line, proizvod_id: id, cena: 7 }],
    },
  }
}

/** A spreadsheet with a row for each text: a catalogue that takes it as a name, invoices that skip it as a material. */
export function hostileSheet(of: 'materials' | 'products' | 'invoices'): Uint8Array {
  const rows = Object.values(HOSTILE).map((text, index) => {
    if (of === 'invoices') return [asCode(text), asCode(text), 5, 2, text]
    return of === 'materials'
      ? [`UVOZ${index}`, text, text, 'kg', '8544.49']
      : [`UVOZ${index}`, text, asCode(text), 'kom', `HOST${index}:0,5`]
  })
  const headers =
    of === 'invoices'
      ? ['broj_fakture', 'materijal_id', 'kolicina', 'cena_po_jedinici', 'zemlja_porekla']
      : rows[0]?.map((_, index) => `Kolona ${index + 1}`)
  return writeSheet('List1', headers?.map((header) => ({ header })) ?? [], rows)
}
