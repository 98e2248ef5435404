import type { SaPrilozima } from '#contract/prilozi.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import { paperOfC1 } from '#server/c1/c1-papers.ts'
import { findC1 } from '#server/c1/c1-queries.ts'
import { findC4 } from '#server/c4/c4-queries.ts'
import { paperOfC4 } from '#server/c4/c4-razduzenje.ts'
import type { Db } from '#server/db/schema.ts'
import { nasaFirma } from '#server/documents/nasa-firma.ts'
import { razduzenjeById } from '#server/documents/razduzenje-rows.ts'
import { popisById } from '#server/popisi/popis-queries.ts'
import {
  type PrintedFile,
  printC1,
  printC4,
  printOstaloRazduzenje,
  printPopis,
  refuseTooLong,
} from '#server/print/print-papers.ts'

type Stampano = { korisnik: string; vreme: number }

/** The kinds that have papers of their own; a count has no attachments. */
export type SaPapirima = SaPrilozima | 'popis'

/** A document as the index names it, and how its papers are drawn; a count has no number. */
export type FoundPapers = {
  broj: string
  datum: CalendarDate
  partner: string
  pdf_fajl: string | null
  draw: () => Promise<PrintedFile[]>
}

/** Reads a document of each kind at one moment of the database; null where it is gone. */
export const PAPERS_OF: Readonly<
  Record<SaPapirima, (db: Db, id: number, stampano: Stampano) => Promise<FoundPapers | null>>
> = {
  async c4(db, id, stampano) {
    const document = await findC4(db, id)
    if (!document) return null
    const { total, ...paper } = await paperOfC4(db, document, stampano)
    const draw = async () => {
      refuseTooLong(total)
      return printC4(paper)
    }
    const { broj_c4: broj, datum, posiljalac_naziv: partner, pdf_fajl } = document
    return { broj, datum, partner, pdf_fajl, draw }
  },
  async c1(db, id, stampano) {
    const document = await findC1(db, id)
    if (!document) return null
    const paper = await paperOfC1(db, document, stampano)
    const { broj_c1: broj, datum, primalac_naziv: partner, pdf_fajl } = document
    return { broj, datum, partner, pdf_fajl, draw: () => printC1(paper) }
  },
  async ostalo_razduzenje(db, id, stampano) {
    const razduzenje = await razduzenjeById(db, id)
    if (!razduzenje) return null
    const { broj, datum, vrsta: partner, pdf_fajl } = razduzenje
    const firma = await nasaFirma(db)
    return { broj, datum, partner, pdf_fajl, draw: () => printOstaloRazduzenje({ razduzenje, firma, stampano }) }
  },
  async popis(db, id, stampano) {
    const popis = await popisById(db, id)
    if (!popis) return null
    const firma = await nasaFirma(db)
    const { datum, komisija } = popis
    const draw = () => printPopis({ popis, firma, stampano })
    return { broj: '', datum, partner: komisija ?? '', pdf_fajl: null, draw }
  },
}

/** The names of the kinds in folders and index; `papira` is the number of papers per document. */
export const KINDS: Readonly<Record<SaPapirima, { folder: string; one: string; papira: number }>> = {
  c4: { folder: 'Uvoz', one: 'Uvoz', papira: 1 },
  c1: { folder: 'Izvoz', one: 'Izvoz', papira: 2 },
  ostalo_razduzenje: { folder: 'Ostala razduženja', one: 'Ostalo razduženje', papira: 1 },
  popis: { folder: 'Popisi', one: 'Popis', papira: 1 },
}
export const ACCOUNTS = 'Obračuni'
