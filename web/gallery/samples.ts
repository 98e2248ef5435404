import type { CalendarDate } from '#domain/calendar-date.ts'
import type { Micro, Para } from '#domain/decimal.ts'
import { matchOptions } from '#web/ui/option-match.ts'

const micro = (value: number) => Math.round(value * 1_000_000) as Micro

export type SampleDocument = {
  broj_c4: string
  posiljalac_naziv: string
  vrednost_total: Para
  valuta: string
  kolicina_total: Micro
  datum: CalendarDate
  zemlja_otpreme: string
}

export const documents: SampleDocument[] = [
  ['C4-2026/0417', 'Müller Kabel GmbH', 1_248_000, 'EUR', 12_480.5, '2026-11-18', 'Nemačka'],
  ['C4-2026/0416', 'Brembati Connettori S.p.A.', 821_550, 'EUR', 8_000, '2026-11-14', 'Italija'],
  ['C4-2026/0415', 'Anadolu Kablo A.Ş.', 2_190_000, 'USD', 21_900, '2026-11-11', 'Turska'],
  ['C4-2026/0414', 'Čelik promet d.o.o.', 74_230_000, 'RSD', 0.00035, '2026-11-05', 'Srbija'],
  ['C4-2026/0413', 'Đurić i sinovi', -933_330, 'EUR', 120, '2026-11-02', 'Poljska'],
].map(([broj_c4, naziv, vrednost, valuta, kolicina, datum, zemlja]) => ({
  broj_c4: broj_c4 as string,
  posiljalac_naziv: naziv as string,
  vrednost_total: vrednost as Para,
  valuta: valuta as string,
  kolicina_total: micro(kolicina as number),
  datum: datum as CalendarDate,
  zemlja_otpreme: zemlja as string,
}))

export type SampleLot = {
  c4_broj: string
  id: string
  naziv: string
  zemlja_porekla: string
  ulaz_stavka_id: number
  jedinica: string
  kolicina: Micro
  preostalo: Micro
}

export const lots: SampleLot[] = [
  ['C4-2026/0388', 'PRV050CRN', 'Provodnik FLRY-B 0,50 mm² crni', 'Nemačka', 2104, 'm', 12_000, 1_240],
  ['C4-2026/0388', 'KON8PZ', 'Konektor 8 polova, ženski', 'Italija', 2105, 'kom', 8_000, 3_180],
  ['C4-2026/0388', 'TRM063M', 'Terminal 0,63 mm muški', 'Francuska', 2106, 'kom', 60_000, 41_500],
  ['C4-2026/0391', 'ŽICA01', 'Žica bakarna meka', 'Srbija', 2110, 'kg', 500, 1.25],
].map(([c4_broj, id, naziv, zemlja, stavka, jedinica, kolicina, preostalo]) => ({
  c4_broj: c4_broj as string,
  id: id as string,
  naziv: naziv as string,
  zemlja_porekla: zemlja as string,
  ulaz_stavka_id: stavka as number,
  jedinica: jedinica as string,
  kolicina: micro(kolicina as number),
  preostalo: micro(preostalo as number),
}))

export const materials = [
  { id: 'PRV050CRN', name: 'Provodnik FLRY-B 0,50 mm² crni', detail: 'm' },
  { id: 'KON8PZ', name: 'Konektor 8 polova, ženski', detail: 'kom' },
  { id: 'TRM063M', name: 'Terminal 0,63 mm muški', detail: 'kom' },
  { id: 'TRM150M', name: 'Terminal 1,5 mm muški', detail: 'kom' },
]

/** As a field asks the server, answered by the sample materials. */
export const searchMaterials = async (text: string) => matchOptions(materials, text)

export const firms = [
  { id: 'Müller Kabel GmbH', name: 'Müller Kabel GmbH', detail: 'München, Nemačka' },
  { id: 'Brembati', name: 'Brembati Connettori S.p.A.', detail: 'Torino, Italija' },
]
