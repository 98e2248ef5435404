import { normalized } from './one-form.ts'
import { searchText } from './search-text.ts'

/** The countries of the world with their codes of ISO 3166, of two letters and of three; in Serbian order. */
const BY_CODE = `
AL ALB Albanija; DZ DZA Alžir; AD AND Andora; AO AGO Angola; AG ATG Antigva i Barbuda; AR ARG Argentina;
AU AUS Australija; AT AUT Austrija; AF AFG Avganistan; AZ AZE Azerbejdžan; BS BHS Bahami; BH BHR Bahrein;
BD BGD Bangladeš; BB BRB Barbados; BE BEL Belgija; BZ BLZ Belize; BY BLR Belorusija; BJ BEN Benin;
BW BWA Bocvana; BO BOL Bolivija; BA BIH Bosna i Hercegovina; BR BRA Brazil; BN BRN Brunej; BG BGR Bugarska;
BF BFA Burkina Faso; BI BDI Burundi; BT BTN Butan; CF CAF Centralnoafrička Republika; ME MNE Crna Gora;
TD TCD Čad; CZ CZE Češka; CL CHL Čile; DK DNK Danska; CD COD Demokratska Republika Kongo; DM DMA Dominika;
DO DOM Dominikanska Republika; DJ DJI Džibuti; EG EGY Egipat; EC ECU Ekvador; GQ GNQ Ekvatorijalna Gvineja;
ER ERI Eritreja; EE EST Estonija; SZ SWZ Esvatini; ET ETH Etiopija; FJ FJI Fidži; PH PHL Filipini;
FI FIN Finska; FR FRA Francuska; GA GAB Gabon; GM GMB Gambija; GH GHA Gana; GI GIB Gibraltar; GR GRC Grčka;
GD GRD Grenada; GL GRL Grenland; GE GEO Gruzija; GY GUY Gvajana; GT GTM Gvatemala; GN GIN Gvineja;
GW GNB Gvineja Bisao; HT HTI Haiti; NL NLD Holandija; HN HND Honduras; HK HKG Hongkong; HR HRV Hrvatska;
IN IND Indija; ID IDN Indonezija; IQ IRQ Irak; IR IRN Iran; IE IRL Irska; IS ISL Island; TL TLS Istočni Timor;
IT ITA Italija; IL ISR Izrael; JM JAM Jamajka; JP JPN Japan; YE YEM Jemen; AM ARM Jermenija; JO JOR Jordan;
KR KOR Južna Koreja; SS SSD Južni Sudan; ZA ZAF Južnoafrička Republika; KH KHM Kambodža; CM CMR Kamerun;
CA CAN Kanada; QA QAT Katar; KZ KAZ Kazahstan; KE KEN Kenija; CN CHN Kina; CY CYP Kipar; KG KGZ Kirgistan;
KI KIR Kiribati; CO COL Kolumbija; KM COM Komori; CG COG Kongo; CR CRI Kostarika; CU CUB Kuba; KW KWT Kuvajt;
LA LAO Laos; LS LSO Lesoto; LV LVA Letonija; LB LBN Liban; LR LBR Liberija; LY LBY Libija; LI LIE Lihtenštajn;
LT LTU Litvanija; LU LUX Luksemburg; MG MDG Madagaskar; HU HUN Mađarska; MO MAC Makao; - - Makedonija;
MW MWI Malavi; MV MDV Maldivi; MY MYS Malezija; ML MLI Mali; MT MLT Malta; MA MAR Maroko;
MH MHL Maršalska Ostrva; MU MUS Mauricijus; MR MRT Mauritanija; MX MEX Meksiko; FM FSM Mikronezija;
MM MMR Mjanmar; MD MDA Moldavija; MC MCO Monako; MN MNG Mongolija; MZ MOZ Mozambik; NA NAM Namibija;
NR NRU Nauru; DE DEU Nemačka; NP NPL Nepal; NE NER Niger; NG NGA Nigerija; NI NIC Nikaragva; NO NOR Norveška;
NZ NZL Novi Zeland; CI CIV Obala Slonovače; OM OMN Oman; PK PAK Pakistan; PW PLW Palau; PS PSE Palestina;
PA PAN Panama; PG PNG Papua Nova Gvineja; PY PRY Paragvaj; PE PER Peru; PL POL Poljska; PR PRI Portoriko;
PT PRT Portugalija; RW RWA Ruanda; RO ROU Rumunija; RU RUS Rusija; SV SLV Salvador; WS WSM Samoa;
SM SMR San Marino; ST STP Sao Tome i Principe; SA SAU Saudijska Arabija; SC SYC Sejšeli; SN SEN Senegal;
KN KNA Sent Kits i Nevis; VC VCT Sent Vinsent i Grenadini; KP PRK Severna Koreja; MK MKD Severna Makedonija;
SL SLE Sijera Leone; SG SGP Singapur; SY SYR Sirija; US USA Sjedinjene Američke Države; SK SVK Slovačka;
SI SVN Slovenija; SB SLB Solomonska Ostrva; SO SOM Somalija; RS SRB Srbija; SD SDN Sudan; SR SUR Surinam;
LC LCA Sveta Lucija; ES ESP Španija; LK LKA Šri Lanka; CH CHE Švajcarska; SE SWE Švedska; TJ TJK Tadžikistan;
TH THA Tajland; TW TWN Tajvan; TZ TZA Tanzanija; TG TGO Togo; TO TON Tonga; TT TTO Trinidad i Tobago;
TN TUN Tunis; TM TKM Turkmenistan; TR TUR Turska; TV TUV Tuvalu; UG UGA Uganda;
AE ARE Ujedinjeni Arapski Emirati; UA UKR Ukrajina; UY URY Urugvaj; UZ UZB Uzbekistan; VU VUT Vanuatu;
VA VAT Vatikan; GB GBR Velika Britanija; VE VEN Venecuela; VN VNM Vijetnam; ZM ZMB Zambija;
CV CPV Zelenortska Ostrva; ZW ZWE Zimbabve
`

/** Names in use that the tables of languages do not have; XS and EL are codes of the EU. */
const OTHER_NAMES = `
Sjedinjene Američke Države: SAD, USA, Amerika, United States of America, Vereinigte Staaten von Amerika;
Nemačka: SR Nemačka, BRD;
Velika Britanija: Great Britain, Grossbritannien, Engleska, England; Srbija: XS; Grčka: EL; Turska: Turkey;
Rusija: Ruska Federacija, Russian Federation, Russische Föderation; Kina: NR Kina, PR China, P.R. China, P.R.C.,
People's Republic of China, Volksrepublik China; Južna Koreja: Koreja, Korea, Korea Republic of; Češka: Češka Republika,
Czech Republic, Tschechische Republik; Slovačka: Slovačka Republika, Slovak Republic, Slowakische Republik;
Severna Makedonija: Macedonia, Mazedonien; Bosna i Hercegovina: Bosna, Bosnia and Herzegovina, Bosnien-Herzegowina;
Holandija: Nizozemska, Holland; Vijetnam: Viet Nam; Moldavija: Moldova, Moldau; Belorusija: Weißrussland;
Esvatini: Swaziland; Mjanmar: Burma; Obala Slonovače: Ivory Coast, Elfenbeinküste; Kongo: Congo, Congo Republic of;
Demokratska Republika Kongo: DR Kongo, DR Congo, Democratic Republic of the Congo; Iran: Iran Islamic Republic of,
Islamic Republic of Iran; Sirija: Syrian Arab Republic; Tajvan: Taiwan Province of China; Ujedinjeni Arapski Emirati:
UAE, VAE; Libija: Libya; Istočni Timor: East Timor; Zelenortska Ostrva: Kap Verde; Mađarska: Madjarska
`

/** The other languages in which a country may be named. */
const LANGUAGES = ['sr-Latn', 'en', 'de']

const COUNTRY_CODES: readonly (readonly [name: string, ...codes: string[]])[] = BY_CODE.split(';').map((text) => {
  const [two = '', three = '', ...name] = text.trim().split(' ')
  return two === '-' ? [name.join(' ')] : [name.join(' '), two, three]
})

/** The countries of the world: suggestions for a field, and what searches know; any other text is as good. Serbian order. */
export const COUNTRIES: readonly string[] = COUNTRY_CODES.map(([name]) => name)

/** A shorter text is as often a code: `ES` is not Estonija. */
const SHORTEST_BEGINNING = 3

const NAMES: ReadonlySet<string> = new Set(COUNTRIES)

/** A name as it is compared: without marks, signs and what states call themselves besides. */
const countryKey = (text: string): string =>
  searchText(text)
    .replaceAll('.', '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(/^(the|republika|republic of( the)?|republik) /, '')

/** The text with `ae`, `oe` and `ue` in place of umlauts. */
const withoutUmlauts = (text: string): string =>
  text.replace(/[äöü]/gi, (letter) => `${normalized(letter, 'NFD').charAt(0)}e`)

let spellings: Map<string, string> | null = null

/** The country of each name and code; built for the first text that is not in the one spelling already. */
function spellingsOf(): ReadonlyMap<string, string> {
  if (spellings) return spellings
  const found = new Map<string, string>()
  const say = (name: string, text: string) => {
    const key = countryKey(text)
    if (!found.has(key)) found.set(key, name)
  }
  for (const name of COUNTRIES) say(name, name)
  for (const [name, ...codes] of COUNTRY_CODES) for (const code of codes) say(name, code)
  for (const other of OTHER_NAMES.split(';')) {
    const [name = '', texts = ''] = other.split(':')
    const country = name.replace(/\s+/g, ' ').trim()
    for (const text of texts.split(',')) say(country, text)
  }
  for (const language of LANGUAGES)
    for (const style of ['long', 'short'] as const) {
      const names = new Intl.DisplayNames(language, { type: 'region', style })
      for (const [name, code] of COUNTRY_CODES) {
        const text = code && names.of(code)
        for (const one of text ? [text, withoutUmlauts(text)] : []) say(name, one)
      }
    }
  spellings = found
  return found
}

/**
 * A known country in its one spelling, however it was typed (`nemacka`, `НЕМАЧКА`, `Germany`, `Deutschland`, `DE`,
 * `DEU`); any other text as it is.
 */
export const countryName = (text: string): string =>
  NAMES.has(text) ? text : (spellingsOf().get(countryKey(text)) ?? text)

/** Whether a text names a known country, in any spelling. */
export const isCountry = (text: string): boolean => NAMES.has(countryName(text))

/** The one country that a half-typed name begins (`srb`), in its spelling; any other text as `countryName` has it. */
export function countryBegunBy(text: string): string {
  const begun = searchText(text)
  const [only, ...others] = COUNTRIES.filter((name) => searchText(name).startsWith(begun))
  return only && others.length === 0 && begun.length >= SHORTEST_BEGINNING ? only : countryName(text)
}
