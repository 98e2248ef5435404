import { searchText } from './search-text.ts'

/** Suggestions for a country's field; any other text is as good. Serbian order. */
export const COUNTRIES = [
  'Albanija',
  'Austrija',
  'Belgija',
  'Belorusija',
  'Bosna i Hercegovina',
  'Brazil',
  'Bugarska',
  'Crna Gora',
  'Češka',
  'Danska',
  'Egipat',
  'Estonija',
  'Finska',
  'Francuska',
  'Grčka',
  'Holandija',
  'Hrvatska',
  'Indija',
  'Indonezija',
  'Irska',
  'Italija',
  'Izrael',
  'Japan',
  'Južna Koreja',
  'Kanada',
  'Kina',
  'Kipar',
  'Letonija',
  'Litvanija',
  'Luksemburg',
  'Mađarska',
  'Makedonija',
  'Malezija',
  'Maroko',
  'Meksiko',
  'Moldavija',
  'Nemačka',
  'Norveška',
  'Poljska',
  'Portugalija',
  'Rumunija',
  'Rusija',
  'Singapur',
  'Sjedinjene Američke Države',
  'Slovačka',
  'Slovenija',
  'Srbija',
  'Španija',
  'Švajcarska',
  'Švedska',
  'Tajland',
  'Tajvan',
  'Tunis',
  'Turska',
  'Ujedinjeni Arapski Emirati',
  'Ukrajina',
  'Velika Britanija',
  'Vijetnam',
] as const

/** Two letters are as often a code, and `ES` is not Estonija. */
const SHORTEST_BEGINNING = 3

const SPELLINGS = new Map(COUNTRIES.map((name) => [searchText(name), name as string]))

/** A known country in its one spelling, however it was typed (`nemacka`, `НЕМАЧКА`); any other text as it is. */
export const countryName = (text: string): string => SPELLINGS.get(searchText(text)) ?? text

/** The one country that a half-typed name begins (`srb`), in its spelling; any other text as `countryName` has it. */
export function countryBegunBy(text: string): string {
  const begun = searchText(text)
  const [only, ...others] = COUNTRIES.filter((name) => searchText(name).startsWith(begun))
  return only && others.length === 0 && begun.length >= SHORTEST_BEGINNING ? only : countryName(text)
}
