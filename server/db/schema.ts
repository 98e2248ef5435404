import type { Generated, Kysely, Transaction } from 'kysely'
import type { z } from 'zod'
import type { SaBeleskama } from '#contract/beleske.ts'
import type { C1_HEAD, C1_LINE } from '#contract/c1.ts'
import type { C4_HEAD, C4_LINE } from '#contract/c4.ts'
import type { FieldTable } from '#contract/form-fields.ts'
import type { VrstaVeze } from '#contract/links.ts'
import type { MATERIAL } from '#contract/materials.ts'
import type { NASA_FIRMA } from '#contract/nasa-firma.ts'
import type { ODOBRENJE, ODOBRENJE_LINE } from '#contract/odobrenja.ts'
import type { RAZDUZENJE, RAZDUZENJE_LINE } from '#contract/ostala-razduzenja.ts'
import type { PARTNER } from '#contract/partneri.ts'
import type { POPIS } from '#contract/popisi.ts'
import type { PRILOG, PrilogFormat, SaPrilozima } from '#contract/prilozi.ts'
import type { PRODUCT } from '#contract/products.ts'
import type { Uloga } from '#contract/roles.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import type { Micro, Para } from '#domain/decimal.ts'
import type { Zapis } from '#domain/partneri.ts'
import type { CustomsTables } from './customs-schema.ts'

// Quantities, prices and rates are integers of millionths (Micro), amounts integers of hundredths (Para), moments
// integers of milliseconds, days text; yes and no are 1 and 0. So both engines hold the same values.
export type Flag = 0 | 1

/** The columns in which the fields of a table of the contract lie. */
type Columns<T extends FieldTable> = {
  [K in keyof T]: z.output<T[K]['stored']> extends boolean ? Flag : z.output<T[K]['stored']>
}

type Document = {
  id: Generated<number>
  /** Year of `datum`: the number is unique in it. */
  godina: number
  /** The number trimmed and in lower case, as uniqueness compares it. */
  broj_kljuc: string
  /** The folded text that filters search (domain/search-text.ts). */
  broj_trazi: string
  partner_trazi: string
  /** The keys that sort partner and country of dispatch by the Serbian alphabet (domain/search-text.ts). */
  partner_red: string
  zemlja_red: string
  pdf_fajl: string | null
  valuta: string
  kurs: Micro
  vrednost_total: Para
  /** vrednost_total × kurs, kept so that lists and charts need not compute it. */
  vrednost_rsd: Para
  kolicina_total: Micro
  broj_stavki: number
  verzija: number
  /** The ids of its two firms (`partner_zapis`). The texts beside them are what its user typed, and stay so. */
  posiljalac_zapis: number | null
  primalac_zapis: number | null
}

export type Schema = CustomsTables & {
  korisnik: {
    id: Generated<number>
    email: string
    email_kljuc: string
    /** argon2id (server/auth/passwords.ts). */
    lozinka: string
    /** The moment when a password from an administrator stops working; null for the user's own. */
    lozinka_vazi_do: number | null
    /** 1 for an account that may not log in. */
    iskljucen: Generated<Flag>
    /** 1 for a new account that nobody has let in yet (REGISTRATION with domains). */
    ceka_odobrenje: Generated<Flag>
    /** The name of the person; empty until somebody writes it. */
    ime: Generated<string>
    uloga: Generated<Uloga>
    /** 1 for an invited account whose owner has not set a password yet. */
    pozvan: Generated<Flag>
    /** 1 for the account of a program that calls with a key: nobody logs in with it. */
    program: Generated<Flag>
    /** Base32 of its second factor (server/auth/second-factor.ts); null if none was ever offered. */
    totp_tajna: string | null
    /** The moment from which a login asks for it; null until the user has confirmed it. */
    totp_od: number | null
    /** The last time step whose code was used, so that none works twice. */
    totp_korak: Generated<number>
    /** 1 for an account that wants the daily mail (server/posta/daily.ts), and the day of the last one that it got. */
    dnevni_mejl: Generated<Flag>
    dnevni_mejl_dana: CalendarDate | null
    napravljen: number
  }
  /** Recovery codes that are left, each for one login: argon2id, all of an account with one salt. */
  rezervni_kod: { korisnik_id: number; hash: string }
  /** Keys of programs, at most one for each (server/auth/tokens.ts). */
  kljuc: {
    korisnik_id: number
    token_hash: string
    napravljen: number
    /** Exact to a minute; null while nobody has used it. */
    koriscen: number | null
    poslednja_adresa: Generated<string>
  }
  /** One-time links (server/auth/tokens.ts): `vrsta` is what for. */
  veza: { token_hash: string; vrsta: VrstaVeze; korisnik_id: number; istice: number }
  sesija: {
    token_hash: string
    /** The name in the user's list of sessions; it is of no use for logging in. */
    id: string
    korisnik_id: number
    /** The address and the browser that opened it. */
    adresa: string
    uredjaj: string
    napravljena: number
    koriscena: number
    /** The address that used it last. */
    poslednja_adresa: string
    istice: number
  }
  /** The browsers in which somebody has logged in to an account (server/auth/tokens.ts). */
  uredjaj: { korisnik_id: number; token_hash: string; istice: number }
  /** Attempts to log in or to register, counted until `istice` (server/auth/attempts.ts). */
  pokusaj: { kljuc: string; broj: number; istice: number }
  idempotencija: {
    korisnik_id: number
    kljuc: string
    zahtev_hash: string
    odgovor: string
    napravljen: number
  }
  pdf: {
    putanja: string
    naziv: string
    velicina: number
    sha256: string
    sadrzaj: Uint8Array
    dodat: number
    korisnik_id: number
  }
  /** The PDFs that no document has, and since when; 0 for those that a document no longer names. */
  pdf_bez_dokumenta: { putanja: string; od: number }
  kurs: { valuta: string; vazi_od: CalendarDate; kurs: Micro; verzija: Generated<number> }
  /** The company that keeps these books: one row, or none. */
  nasa_firma: Columns<typeof NASA_FIRMA> & { id: number; verzija: Generated<number> }
  /** The random name of these books, made with them: one row. */
  instalacija: { id: number; ime: string }
  /** The settings of the books: one row, or none while all are as they begin. */
  podesavanja: {
    id: number
    upozorenje_roka_dana: Generated<number>
    /** The base of the percents of waste and loss. */
    osnov_otpada: Generated<'neto' | 'bruto'>
    /** Null: no duty or tax is reckoned. */
    stopa_pdv: Micro | null
    /** The first day of the rate; null: from the beginning. Earlier rates are `domain/stopa-pdv.ts` as JSON. */
    stopa_pdv_od: CalendarDate | null
    ranije_stope_pdv: Generated<string>
    /** 1 where the documents of each authorisation form a queue of their own (customs §4.5). */
    red_po_odobrenju: Generated<Flag>
    verzija: Generated<number>
  }
  /** A permission of customs for a procedure; its lines are read for warnings alone. */
  odobrenje: Columns<typeof ODOBRENJE> & {
    id: Generated<number>
    broj_kljuc: string
    trazi: string
    verzija: number
  }
  /** A firm of the register: suggested in new documents, filled from the documents and corrected by hand. */
  partner: Columns<typeof PARTNER> & {
    id: Generated<number>
    /** Name and city folded (domain/partneri.ts). */
    kljuc: string
    /** The searched text: its name now, and all earlier names. */
    trazi: string
    naziv_red: string
    verzija: number
  }
  /** The spellings of firms in documents, each once, with the partner; '' is not said. No row is ever removed. */
  partner_zapis: Zapis & { id: Generated<number>; partner_id: number; kljuc: string }
  /**
   * A partner's code for a material, each code once (`kljuc` is the form in which codes are compared). One of his units
   * is `cinilac` of ours.
   */
  sifra_dobavljaca: {
    partner_id: number
    kljuc: string
    sifra: string
    naziv: string | null
    cinilac: Micro
    materijal_id: string
  }
  /** The last choice of columns for sheets of one heading, by kind of import, as JSON; `partner_id` 0: none. */
  zapamcene_kolone: { vrsta: string; otisak: string; partner_id: number; kolone: string; vrednosti: string }
  /** A note beside a document or goods; it stays when that is deleted, and is shown again when it comes back. */
  beleska: {
    id: Generated<number>
    vrsta: SaBeleskama
    predmet: string
    tekst: string
    trazi: string
    uneto: number
    korisnik: string
  }
  /** A file beside a document; its content lies with the PDFs under `putanja`. It stays when the document is deleted. */
  prilog: Columns<typeof PRILOG> & {
    id: Generated<number>
    uz: SaPrilozima
    predmet: number
    putanja: string
    format: PrilogFormat
    uneto: number
    korisnik: string
  }
  /** A count of the warehouse: when it was entered and by whom. */
  popis: Columns<typeof POPIS> & { id: Generated<number>; uneto: number; korisnik: string; verzija: number }
  /**
   * The counted quantity of a material, and the quantity in the books at the end of that day when the count was
   * entered.
   */
  popis_stavka: { popis_id: number; materijal_id: string; izbrojano: Micro; knjigovodstveno: Micro }
  odobrenje_stavka: Columns<typeof ODOBRENJE_LINE> & { odobrenje_id: number; pozicija: number }
  materijal: Columns<typeof MATERIAL> & {
    trazi: string
    /** Serbian collation key of the name, so that SQL sorts č ć đ dž lj nj š ž right on both engines. */
    naziv_red: string
    verzija: number
  }
  /** Totals of a material, kept by the ledger alone; `vrednost` is what remains of its lots in 0.01 RSD, each rounded. */
  stanje: {
    materijal_id: string
    total_input: Micro
    total_consumed: Micro
    /** The part of `total_consumed` that no lot covers. */
    manjak: Generated<Micro>
    vrednost: string
    /** On how many C4 the material stands, and the day of the last of them (server/stock/lots.ts). */
    broj_c4: Generated<number>
    poslednji_uvoz: CalendarDate | null
    /** The day of the last export that needs it. */
    poslednji_izvoz: CalendarDate | null
  }
  /** The exported quantity of a product in a calendar month, and its cost (server/stock/export-totals.ts). */
  proizvod_mesec: {
    proizvod_id: string
    mesec: string
    kolicina: number
    iznos: number
    broj_c1: number
    rsd_0: number
    rsd_1: number
    trosak_0: number
    trosak_1: number
    trosak_2: number
  }
  proizvod: Columns<typeof PRODUCT> & {
    normativ_count: number
    trazi: string
    naziv_red: string
    verzija: number
  }
  normativ: {
    proizvod_id: string
    materijal_id: string
    pozicija: number
    potrebna_kolicina: Micro
    otpad_procenat: Generated<Micro>
    gubitak_procenat: Generated<Micro>
    /** 1 is the normativ without a day; others have a row in `normativ_verzija`. */
    verzija: Generated<number>
  }
  /** The version of a normativ that is in force from a day on, until the next one. */
  normativ_verzija: { proizvod_id: string; verzija: number; vazi_od: CalendarDate; broj_akta: string | null }
  c4: Document &
    Columns<typeof C4_HEAD> & {
      /** The deadline in force (customs account: rok), stored by every save that can change it; null without any. */
      rok: CalendarDate | null
    }
  /** A line of an import: the lot. `datum` and `kurs` repeat the document's, so that the ledger reads one row. */
  c4_stavka: Columns<typeof C4_LINE> & {
    id: Generated<number>
    c4_id: number
    pozicija: number
    broj_fakture: string
    faktura_kljuc: string
    iznos: Para
    datum: CalendarDate
    kurs: Micro
    /** The quantity of it that exports and documents that name it leave. */
    preostalo: Micro
    /**
     * The day of the export that took the last of it; null while something remains, NEVER_DRAWN if exports can take
     * none of it.
     */
    utrosen: CalendarDate | null
    /** Its queue: the authorisation of its C4 if each has a queue of its own, else 0. */
    red: Generated<number>
    /** The quantity of it that documents name, on any day, and the last of these days ('': none). */
    izuzeto: Generated<Micro>
    izuzeto_do: Generated<string>
  }
  /** A document by which goods leave named lots, not inside an exported product. */
  ostalo_razduzenje: Columns<typeof RAZDUZENJE> & {
    id: Generated<number>
    godina: number
    broj_kljuc: string
    trazi: string
    pdf_fajl: string | null
    broj_stavki: number
    verzija: number
    /** The import whose lines say `vec_razduzeno`; null for a document of a person. */
    c4_id: number | null
  }
  /** The quantity it takes from a lot; `datum` and `vrsta` repeat the document's, so accounts read one row. */
  ostalo_razduzenje_stavka: Columns<typeof RAZDUZENJE_LINE> & {
    ostalo_razduzenje_id: number
    pozicija: number
    datum: CalendarDate
    vrsta: string
    iznos_carine: Para | null
    iznos_pdv: Para | null
  }
  c1: Document &
    Columns<typeof C1_HEAD> & {
      /** The version that its papers were last drawn from; null: they never were. */
      papiri_verzija: number | null
      /** The newest entry then that had moved this export or one of its group (server/audit/moved-index.ts). */
      papiri_dnevnik: number | null
    }
  c1_stavka: Columns<typeof C1_LINE> & {
    id: Generated<number>
    c1_id: number
    pozicija: number
    broj_fakture: string
    faktura_kljuc: string
    iznos: Para
    /** Name and unit of the product at the time of the save: papers of an old export keep them. */
    hs_code: Generated<string>
    jedinica_mere: Generated<string>
    /** The normativ as it was copied onto the line (server/stock/c1-line-texts.ts). */
    normativ: Generated<string>
    /** Which version of the product's normativ that was; null: the one without a day. */
    normativ_verzija: Generated<number | null>
    /** 1 where the copy has percents of waste or loss. */
    sa_otpadom: Generated<Flag>
    /** The part of its need that it takes from named lots (server/stock/c1-line-texts.ts); '' for nothing. */
    usmerenja: Generated<string>
  }
  /**
   * The link from an imported line to an exported line: a row for each lot that a line drew from, and one of lot 0
   * (NO_LOT) for the part that no lot covers. `c1_id` and `datum` repeat the document's, so that the ledger reads one
   * row.
   */
  razduzenje: {
    c1_stavka_id: number
    materijal_id: string
    c4_stavka_id: number
    c1_id: number
    datum: CalendarDate
    kolicina: Micro
    /** 1 where the export named the lot (customs §4.4); what FIFO drew of the same lot for the same line is another row. */
    usmereno: Generated<Flag>
  }
  /** The audit trail: who did what, when, to what (server/audit/log.ts). The database lets nobody change or remove a row. */
  dnevnik: {
    id: Generated<number>
    vreme: number
    /** Null where no user was logged in. No reference: the entry outlives everything. */
    korisnik_id: number | null
    korisnik: string
    radnja: string
    vrsta: string
    predmet: string
    opis: string
    sazetak: string
    /** The searched text, folded. The e-mail of an account is not in it: it is found by its number. */
    trazi: string
    /** JSON (contract: Facts), before and after. */
    pre: string | null
    posle: string | null
  }
  /**
   * The exports that an entry moved: a row for each group of exports, with a bit for each
   * (server/audit/moved-index.ts).
   */
  pomereno: { grupa: number; dnevnik_id: number; izvozi: number }
  /** The chain over the trail: an entry each, in the order in which they were sealed (server/audit/seal.ts). */
  pecat: { redni: number; dnevnik_id: number; otisak: string }
}

/** The database, for reads. */
export type Db = Kysely<Schema>
/** A transaction, for writes: one per user's verb. */
export type Tx = Transaction<Schema>
