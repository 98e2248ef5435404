/** The invented maker of wire harnesses whose year the demonstration shows, and those it trades with. */
export const OWNER = {
  naziv: 'Šumadija Kabl d.o.o.',
  pib: '101134702',
  mb: '07007965',
  adresa: 'Kneza Miloša 12',
  grad: 'Kragujevac',
  drzava: 'Srbija',
} as const

export type Supplier = {
  naziv: string
  grad: string
  drzava: string
  valuta: 'EUR' | 'USD' | 'RSD'
  paritet: 'EXW' | 'CIF' | 'DAP' | 'FOB'
  /** How its invoice numbers begin. */
  faktura: string
  /** Which materials come from it. */
  materijali: RegExp
  /** C4 documents in the year. */
  dokumenata: number
}

export const SUPPLIERS: readonly Supplier[] = [
  {
    naziv: 'Müller Kabel GmbH',
    grad: 'München',
    drzava: 'Nemačka',
    valuta: 'EUR',
    paritet: 'EXW',
    faktura: 'DE',
    materijali: /^(PRV\d+(?!ZEL)[A-Z]+|TRK25|LEM60|MAST1)$/,
    dokumenata: 24,
  },
  {
    naziv: 'Hirschfeld Steckverbinder GmbH',
    grad: 'Stuttgart',
    drzava: 'Nemačka',
    valuta: 'EUR',
    paritet: 'DAP',
    faktura: 'HS',
    materijali: /^KON(2|6|12|24)P[MZ]$/,
    dokumenata: 18,
  },
  {
    naziv: 'Brembati Connettori S.p.A.',
    grad: 'Bergamo',
    drzava: 'Italija',
    valuta: 'EUR',
    paritet: 'EXW',
    faktura: 'IT',
    materijali: /^(KON(4|8|16|32)P[MZ]|KLP01)$/,
    dokumenata: 18,
  },
  {
    naziv: 'Terminaux du Rhône SAS',
    grad: 'Lyon',
    drzava: 'Francuska',
    valuta: 'EUR',
    paritet: 'CIF',
    faktura: 'FR',
    materijali: /^(TRM\d+[MZ]|BRT\d+|TERMO3)$/,
    dokumenata: 18,
  },
  {
    naziv: 'Anadolu Kablo A.Ş.',
    grad: 'Bursa',
    drzava: 'Turska',
    valuta: 'USD',
    paritet: 'FOB',
    faktura: 'AK',
    materijali: /^(PRV\d+ZEL|TRK19)$/,
    dokumenata: 14,
  },
  {
    naziv: 'Čelik promet d.o.o.',
    grad: 'Novi Sad',
    drzava: 'Srbija',
    valuta: 'RSD',
    paritet: 'EXW',
    faktura: 'ČP',
    materijali: /^(OSG\d+|REL12|VEZ20)$/,
    dokumenata: 14,
  },
  {
    naziv: 'Polimer trejd d.o.o.',
    grad: 'Šabac',
    drzava: 'Srbija',
    valuta: 'RSD',
    paritet: 'DAP',
    faktura: 'PT',
    materijali: /^(CEV\d+|ALK99|GRAN6)$/,
    dokumenata: 14,
  },
]

export type Receiver = { naziv: string; grad: string; pib: string }

export const RECEIVERS: readonly Receiver[] = [
  { naziv: 'Volkstrom Fahrzeugbau GmbH', grad: 'Wolfsburg', pib: 'DE811203945' },
  { naziv: 'Carrozzeria Bianchi S.r.l.', grad: 'Torino', pib: 'IT04412870015' },
  { naziv: 'Bohemia Auto a.s.', grad: 'Mladá Boleslav', pib: 'CZ60193115' },
  { naziv: 'Dunav Autobusz Kft.', grad: 'Győr', pib: 'HU12854410' },
  { naziv: 'Adria vozila d.o.o.', grad: 'Novo Mesto', pib: 'SI58420113' },
  { naziv: 'Véhicules de la Saône SAS', grad: 'Dijon', pib: 'FR38502117744' },
  { naziv: 'Agrotehnika AD', grad: 'Ruse', pib: 'BG117684231' },
  { naziv: 'Tatra Wagon s.r.o.', grad: 'Žilina', pib: 'SK2021893367' },
]
