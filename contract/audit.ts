import { z } from 'zod'
import { C1_HEAD, C1_LINE } from './c1.ts'
import { C4_HEAD, C4_LINE } from './c4.ts'
import { PRODUZENJE } from './carina.ts'
import { endpoints, type QueryOf } from './endpoint.ts'
import {
  dayReply,
  filters,
  idParam,
  pageQuery,
  pageReply,
  pathText,
  queryDay,
  querySwitch,
  queryText,
  whole,
} from './fields.ts'
import { type FactKind, factsIn } from './form-fields.ts'
import { AUDIT_PAGE_ROWS, RESTORE_DAYS } from './limits.ts'
import { NASA_FIRMA } from './nasa-firma.ts'
import { ODOBRENJE, ODOBRENJE_LINE } from './odobrenja.ts'
import { RAZDUZENJE } from './ostala-razduzenja.ts'
import { OTPAD } from './otpad.ts'
import { PARTNER } from './partneri.ts'
import { PODESAVANJA } from './podesavanja.ts'
import { POPIS } from './popisi.ts'
import { RECORD_FIELDS, RECORD_KINDS } from './records.ts'

/** The id of a thing in a query. */
const oneThing = z.preprocess((value) => value || undefined, pathText.optional())

/** A screen's place in the audit trail, from `GET /changes`. Only the server knows its parts. */
const cursor = z
  .string()
  .regex(/^\d{1,16}\.\d{1,16}$/, { error: 'Kursor nije ispravan.' })
  .optional()

/** The deeds in the audit trail (dnevnik). `pomereno`: the lots of exports changed by another document. */
export const RADNJE = [
  'dodato',
  'izmenjeno',
  'obrisano',
  'vraceno',
  'pomereno',
  'import',
  'prijava',
  'odjava',
  'odbijeno',
  'zakljucano',
  'otkljucano',
] as const
export type Radnja = (typeof RADNJE)[number]

/** Logins and logouts. A user who works with documents sees them only when he asks. */
export const PRIJAVE: readonly Radnja[] = ['prijava', 'odjava', 'odbijeno']

/** The kinds of things. `predmet` is an id as text: of a document, an ID, a path, or `EUR 2026-01-01`. */
export const VRSTE = [
  'c4',
  'c1',
  'obracun',
  'popis',
  'usaglasavanje',
  'materijal',
  'proizvod',
  'kurs',
  'firma',
  ...RECORD_KINDS,
  'podesavanja',
  'zakljucenje',
  'beleska',
  'prilog',
  'pdf',
  'nalog',
] as const
export type Vrsta = (typeof VRSTE)[number]

/** Why a deletion or a change by an import stays. The save gives its own reasons (a number that is taken). */
export const restoreTexts = {
  documentThere: 'Ovaj dokument postoji, pa nema šta da se vrati.',
  expired: `Starije je od ${RESTORE_DAYS} dana, pa ne može da se vrati.`,
  notKept: 'Ovo brisanje je upisala starija verzija programa, pa ne može da se vrati.',
  notImported: 'Vraća se samo izmena koju je napravilo učitavanje iz fajla.',
  changedSince: 'Posle ovog učitavanja je ponovo menjano, pa ne može da se vrati.',
  materialsGone: (ids: readonly string[]) =>
    `Ne može da se vrati, jer je u međuvremenu obrisan materijal: ${ids.join(', ')}.`,
  otherUnit: (id: string, was: string, is: string) =>
    `Ne može da se vrati, jer materijal ${id} više nema jedinicu mere ${was}, nego ${is}.`,
} as const

/** The user where nobody is logged in: the program itself, or an administrator at the command line. */
export const SISTEM = 'sistem'

const fact = (label: string, kind: FactKind = 'text') => ({ label, kind })

/** Facts that are shown before the rest of their tables. An object keeps the first place of a name and its last value. */
const before = (...names: string[]): object => Object.fromEntries(names.map((name) => [name, null]))

/** Facts in the order in which they are shown. */
const PLACED = {
  id: fact('ID', 'code'),
  ...before('naziv'),
  ...factsIn(NASA_FIRMA),
  ne_predlaze: factsIn(PARTNER).ne_predlaze,
  zapisi: fact('Zapisi u dokumentima'),
  sifre_dobavljaca: fact('Šifre dobavljača'),
  obim: fact('Obim'),
  datum_od: fact('Datum od', 'day'),
  datum_do: fact('Datum do', 'day'),
  rok_podnosenja: fact('Rok za obračun', 'day'),
  stanje: fact('Stanje'),
  datum_podnosenja: fact('Datum podnošenja', 'day'),
  prethodni_broj: fact('Ispravlja', 'code'),
  naziv: fact('Naziv'),
  hs_code: fact('HS kod', 'code'),
  ...before('vrsta_postupka', 'tip_dokumenta', 'broj_terminala', 'broj_c4', 'broj_c1'),
  ...factsIn(RAZDUZENJE),
  ...factsIn(C4_HEAD),
  ...factsIn(C1_HEAD),
  odobrenje_broj: fact('Odobrenje', 'code'),
  rok: fact('Rok razduženja u važnosti', 'day'),
  izvozi_zakljucenog: fact('Zaključani izvozi'),
  ...factsIn(PRODUZENJE),
  ...factsIn(POPIS),
  fajl: fact('Fajl'),
  nasih: fact('Naših stavki', 'whole'),
  njihovih: fact('Redova fajla', 'whole'),
  istih: fact('Istih', 'whole'),
  tolerancija_vrednosti: fact('Tolerancija vrednosti', 'whole'),
  decimale_kolicine: fact('Decimale količine', 'whole'),
  broj_razlika: fact('Razlika', 'whole'),
  kolone: fact('Kolone'),
  objasnjenje: fact('Objašnjenje'),
  tekst: fact('Beleška'),
  posiljalac_naziv: fact('Pošiljalac'),
  primalac_naziv: fact('Primalac'),
  ...factsIn(ODOBRENJE),
  broj: fact('Broj', 'code'),
  vrsta: fact(OTPAD.vrsta.label),
  ...factsIn(PODESAVANJA),
  kurs: fact('Kurs', 'micro'),
  kolicina_total: fact('Ukupna količina', 'micro'),
  vrednost_total: fact('Ukupna vrednost', 'para'),
  pdf_fajl: fact('PDF', 'code'),
  velicina: fact('Veličina u bajtovima', 'whole'),
  sha256: fact('SHA-256', 'code'),
  do_dana: fact('Do dana', 'day'),
  razlog: fact('Razlog'),
  razlog_otkljucavanja: fact('Razlog otključavanja'),
  broj_fakture: fact('Faktura', 'code'),
  ...before('redni_broj', 'proizvod_id'),
  proizvod_naziv: fact('Naziv proizvoda'),
  ...before('materijal_id'),
  materijal_naziv: fact('Naziv materijala'),
  c4_broj: fact('C4', 'code'),
  ulaz_stavka_id: fact('Uvozna stavka', 'code'),
  potrebna_kolicina: fact('Potrebna količina', 'micro'),
  otpad_procenat: fact('Otpad (%)', 'micro'),
  gubitak_procenat: fact('Gubitak (%)', 'micro'),
  ...before('jedinica_mere'),
  ...factsIn(C4_LINE),
  ...factsIn(C1_LINE),
  ...factsIn(ODOBRENJE_LINE),
  cena: fact('Cena po jedinici', 'micro'),
  usmereno: fact('Usmereno'),
  manjak: fact('Manjak', 'micro'),
  novih: fact('Novih', 'whole'),
  izmenjenih: fact('Izmenjenih', 'whole'),
  nepromenjenih: fact('Nepromenjenih', 'whole'),
  preskocenih: fact('Preskočenih', 'whole'),
  red: fact('Red', 'whole'),
  ishod: fact('Ishod'),
  stavke: fact('Stavke', 'rows'),
  normativ: fact('Normativ', 'rows'),
  razduzenje: fact('Razduženje', 'rows'),
  redovi: fact('Redovi', 'rows'),
} as const satisfies Record<string, { label: string; kind: FactKind }>

/** Facts of records that have no place of their own there. */
const OF_RECORDS = factsIn(RECORD_FIELDS)
const rest = Object.fromEntries(Object.entries(OF_RECORDS).filter(([name]) => !(name in PLACED)))

/** Every fact that may stand in an entry. */
export const FACTS = { ...PLACED, ...(rest as Omit<typeof OF_RECORDS, keyof typeof PLACED>) }
export type FactName = keyof typeof FACTS

/** The fields that tell the rows of a list apart, before and after. */
export const ROW_KEYS = {
  stavke: ['id'],
  normativ: ['materijal_id'],
  razduzenje: ['broj_c1', 'materijal_id', 'ulaz_stavka_id', 'broj_fakture', 'redni_broj'],
  redovi: ['red'],
} as const satisfies Partial<Record<FactName, readonly FactName[]>>
export type RowsName = keyof typeof ROW_KEYS

const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()])
export type FactValue = z.output<typeof scalar>
const factRow = z.record(z.string(), scalar).meta({ id: 'Cinjenice' })
export type FactRow = z.output<typeof factRow>
/** The facts of a thing, or the changed ones among them; a list has its changed rows. */
const facts = z.record(z.string(), z.union([scalar, z.array(factRow)]))
export type Facts = z.output<typeof facts>

export const auditRow = z
  .object({
    id: whole,
    /** Milliseconds since 1970. */
    vreme: whole,
    dan: dayReply.describe('Dan u zoni knjiga, po kojoj se i filtrira.'),
    sat: z.string().describe('Vreme u zoni knjiga, npr. 14:05.'),
    korisnik: z.string(),
    radnja: z.string(),
    vrsta: z.string(),
    predmet: z.string(),
    /** Number or name, as it was. */
    opis: z.string(),
    /** The change in words. */
    sazetak: z.string(),
    /** Whether `GET /audit/{id}` has anything before or after. */
    ima_razlike: z.boolean(),
    /** Whether it is a deletion or a change by an import that can still be taken back, as far as time and ID say. */
    moze_vratiti: z.boolean(),
  })
  .meta({ id: 'Izmena' })
export type AuditRow = z.output<typeof auditRow>

const auditEntry = auditRow.extend({ pre: facts.nullable(), posle: facts.nullable() }).meta({ id: 'IzmenaSaRazlikom' })
export type AuditEntry = z.output<typeof auditEntry>

/** A change for programs that follow the books; `GET /audit/{id}` has the rest of it. */
const told = auditRow.pick({ id: true, radnja: true, vrsta: true, predmet: true }).meta({ id: 'Promena' })
export type Told = z.output<typeof told>

export const auditEndpoints = endpoints({
  listAudit: {
    method: 'GET',
    path: '/audit',
    summary: 'Daje stranu istorije izmena, najnovije prvo.',
    query: filters({
      ...pageQuery(AUDIT_PAGE_ROWS),
      vrsta: queryText,
      /** With `vrsta`: the history of one thing. */
      predmet: oneThing,
      radnja: queryText,
      /** The e-mail as it stands in the entries. */
      korisnik: queryText,
      datum_od: queryDay('Datum od'),
      datum_do: queryDay('Datum do'),
      search: queryText,
      /** Leaves out logins, logouts and refused logins. */
      bez_prijava: querySwitch('bez_prijava'),
    }),
    reply: pageReply(auditRow),
  },
  auditUsers: {
    method: 'GET',
    path: '/audit/users',
    summary: 'Daje korisnike iz istorije.',
    reply: z.array(z.string()),
  },
  getAudit: {
    method: 'GET',
    path: '/audit/{id}',
    summary: 'Daje jednu izmenu: šta je bilo pre i šta je posle.',
    params: idParam,
    /** The id of the export that is asked for, in an entry about several exports (`pomereno`). */
    query: z.object({ predmet: oneThing }),
    reply: auditEntry,
  },
  changes: {
    method: 'GET',
    path: '/changes',
    summary: 'Daje šta se promenilo posle kursora; bez njega samo kursor od kog se počinje.',
    unattended: true,
    query: z.object({ since: cursor, izmene: querySwitch('izmene') }),
    /** The kinds of things that changed; none when nothing did. */
    reply: z.object({
      cursor: z.string(),
      vrste: z.array(z.enum(VRSTE)),
      /** With `izmene=true`: the changes in their order, and whether everything has to be read again instead. */
      izmene: z.array(told).optional(),
      sve: z.boolean().optional(),
    }),
  },
})
export type AuditQuery = QueryOf<(typeof auditEndpoints)['listAudit']>
