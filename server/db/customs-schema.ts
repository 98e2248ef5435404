import type { Generated } from 'kysely'
import type { CalendarDate } from '#domain/calendar-date.ts'
import type { Micro } from '#domain/decimal.ts'

/** Tables of the customs account whose columns no form names: a part of `Schema`. */
export type CustomsTables = {
  /** Prolonged deadlines of an import: the latest is in force, all stay. `uneto` and `korisnik` say when and by whom. */
  produzenje_roka: {
    id: Generated<number>
    c4_id: number
    novi_rok: CalendarDate
    broj_akta: string | null
    datum_akta: CalendarDate | null
    napomena: string | null
    uneto: number
    korisnik: string
  }
  /** An account for customs; of a draft alone nothing is frozen. `c4_ids` is a JSON list; without it and an authorisation, all. */
  obracun: {
    id: Generated<number>
    broj: string
    broj_kljuc: string
    odobrenje_id: number | null
    c4_ids: string | null
    datum_od: CalendarDate
    datum_do: CalendarDate
    rok_podnosenja: CalendarDate | null
    stanje: 'nacrt' | 'podnet' | 'prihvaćen' | 'ispravljen'
    datum_podnosenja: CalendarDate | null
    broj_akta: string | null
    prethodni_id: number | null
    /** The hash of the frozen rows; it stands on the paper. */
    sha256: string | null
    napravljen: number
    korisnik: string
    verzija: number
  }
  /** Rows, paper and spreadsheet as they were handed in; 1.0.0 kept no spreadsheet. The database lets nobody change or remove them. */
  obracun_podnet: { obracun_id: number; redovi: Uint8Array; papir: Uint8Array; tabela: Uint8Array | null }
  /** Closed periods: the newest one that is not opened again is in force. */
  zakljucenje: {
    id: Generated<number>
    do_dana: CalendarDate
    razlog: string | null
    korisnik: string
    vreme: number
    otkljucao: string | null
    otkljucano: number | null
    razlog_otkljucavanja: string | null
  }
  /** A use of waste that had left the lots with an export; it takes from no lot. */
  otpad_raspored: {
    id: Generated<number>
    datum: CalendarDate
    vrsta: 'Izvoz' | 'Slobodan promet' | 'Uništenje' | 'Reciklaža'
    broj_jci: string | null
    materijal_id: string
    kolicina: Micro
    napomena: string | null
    trazi: string
    verzija: number
  }
  /**
   * Our imports of a period beside a sheet of the forwarder or of customs; a newer comparison of the same days takes
   * its place.
   */
  usaglasavanje: {
    id: Generated<number>
    fajl: string
    datum_od: CalendarDate
    datum_do: CalendarDate
    odobrenje_id: number | null
    nasih: number
    njihovih: number
    /** The number of rows that were equal; these rows are not kept. */
    istih: number
    /** Values that differ by at most this many units are the same. */
    tolerancija_vrednosti: Generated<number>
    /** Quantities that are equal to this many places are the same. */
    decimale_kolicine: Generated<number>
    vreme: number
    korisnik: string
  }
  /** A difference: its day is that of our import, else of theirs. `podaci` is JSON of both rows (server/documents/razlike.ts). */
  usaglasavanje_razlika: {
    usaglasavanje_id: number
    kljuc: string
    pozicija: number
    vrsta: string
    datum: CalendarDate
    c4_id: number | null
    podaci: string
  }
  /** The reason why a difference is no problem; the next comparison keeps it. */
  usaglasavanje_objasnjenje: { kljuc: string; objasnjenje: string; vreme: number; korisnik: string }
  /** The field that 1.0.0 chose for a heading of a sheet; null: that column was left out. */
  usaglasavanje_kolona: { zaglavlje: string; polje: string | null }
  /** The tolerance that was last chosen for a sender's tables; their headings tell the sender (`posiljalacOf`). */
  usaglasavanje_tolerancija: { posiljalac: string; tolerancija_vrednosti: number; decimale_kolicine: number }
}
