// Small exports for the tests: each function gives a plain one in which a test says only what matters to it.
import type { CalendarDate } from '#domain/calendar-date.ts'
import { type Micro, multiplyToPara, NO_QUANTITY, type Para, parseSerbian } from '#domain/decimal.ts'
import type { C1Paper, DischargedLot, ExportedLine, UsedMaterial } from './papers.ts'

/** A quantity as it stands on paper: `1.234,5`. */
export function micro(text: string): Micro {
  const value = parseSerbian(text)
  if (value === null) throw new Error(`${text} is no number`)
  return value
}

export const lot = (facts: Partial<DischargedLot> = {}): DischargedLot => ({
  c4_broj: 'C4-7',
  c4_datum: '2026-01-05' as CalendarDate,
  broj_fakture: 'RE-88',
  redni_broj: 3,
  ulaz_stavka_id: 41,
  usmereno: false,
  posle_roka: false,
  tarifni_broj: '7209.17.90',
  zemlja_porekla: 'Nemačka',
  dokazuje_poreklo: true,
  kolicina: micro('12,5'),
  delovi: null,
  preostalo: micro('87,5'),
  ...facts,
})

export const material = (facts: Partial<UsedMaterial> = {}): UsedMaterial => ({
  materijal_id: 'LIM01',
  naziv: 'Čelični lim',
  jedinica_mere: 'kg',
  potrebna_kolicina: micro('1,25'),
  otpad_procenat: NO_QUANTITY,
  gubitak_procenat: NO_QUANTITY,
  lotovi: [lot()],
  manjak: NO_QUANTITY,
  ...facts,
})

export function line(facts: Partial<ExportedLine> = {}): ExportedLine {
  const kolicina = facts.kolicina ?? micro('10')
  const cena = facts.cena ?? micro('4,5')
  return {
    broj_fakture: 'F-1',
    redni_broj: 1,
    proizvod_id: 'NOS01',
    naziv: 'Nosač',
    hs_code: '8504.90',
    jedinica_mere: 'kom',
    materijali: [material()],
    ...facts,
    kolicina,
    cena,
    iznos: facts.iznos ?? (Number(multiplyToPara(kolicina, cena)) as Para),
  }
}

export const c1 = (facts: Partial<C1Paper> = {}): C1Paper => ({
  broj_c1: 'IZV-14',
  datum: '2026-03-14' as CalendarDate,
  tip_dokumenta: 'Izvozna deklaracija',
  posiljalac_naziv: 'Metal d.o.o.',
  posiljalac_grad: 'Čačak',
  posiljalac_drzava: 'Srbija',
  primalac_naziv: 'Müller GmbH',
  primalac_pib: '123456789',
  primalac_mb: null,
  primalac_grad: 'Nürnberg',
  zemlja_otpreme: 'Srbija',
  stampano: { korisnik: 'ana@firma.rs', vreme: new Date('2026-03-15T14:05:00').getTime() },
  stavke: [line()],
  ...facts,
})

/** An export with this number of lines and of materials in each, one lot each. */
export const longC1 = (lines: number, materials: number): C1Paper =>
  c1({
    stavke: Array.from({ length: lines }, (_, at) =>
      line({
        redni_broj: at + 1,
        materijali: Array.from({ length: materials }, (_, no) => material({ materijal_id: `MAT${100 + no}` })),
      }),
    ),
  })
