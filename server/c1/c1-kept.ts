import { createHash } from 'node:crypto'
import { C1_HEAD, C1_LINE, type C1Document } from '#contract/c1.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import { engineOf } from '#server/db/engine.ts'
import type { Tx } from '#server/db/schema.ts'
import { bodyOf } from '#server/documents/write-document.ts'
import { normativText, usmerenjaOf, usmerenjaText } from '#server/stock/c1-line-texts.ts'

export type KeptC1 = Awaited<ReturnType<typeof keptC1>>

/**
 * The state that brings a deleted export back: its user's fields, the facts that its lines had copied of their
 * products, and the version of its papers, if any were given out.
 */
export async function keptC1(tx: Tx, document: C1Document) {
  const { id, verzija, kurs, stavke } = document
  const papers = await tx
    .selectFrom('c1')
    .select(['papiri_verzija', 'papiri_dnevnik'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const needs = stavke.flatMap(({ normativ }) => normativ)
  return {
    verzija,
    kurs,
    body: withUsmerenja(bodyOf(C1_HEAD, C1_LINE, document), stavke),
    prepisano: stavke.map(({ hs_code, jedinica_mere, normativ_verzija, normativ }) => {
      return { hs_code, jedinica_mere, normativ_verzija, normativ: normativText(normativ) }
    }),
    verzije: await keptVersions(tx, stavke),
    jedinice: Object.fromEntries(needs.map(({ materijal_id, jedinica_mere }) => [materijal_id, jedinica_mere])),
    papiri: papers.papiri_verzija === null ? null : { ...papers, otisak: await drawsHash(tx, id) },
  }
}

/** The version of its product's normativ that a line has copied. */
type Versioned = { readonly proizvod_id: string; readonly normativ_verzija: number | null }
export type KeptVersion = {
  readonly proizvod_id: string
  readonly verzija: number
  readonly vazi_od: CalendarDate
  readonly broj_akta: string | null
}

/** The current versions that these lines name: the number of a removed version passes to the next one. */
export async function keptVersions(tx: Tx, lines: readonly Versioned[]): Promise<KeptVersion[]> {
  const products = new Set(lines.flatMap((line) => (line.normativ_verzija === null ? [] : [line.proizvod_id])))
  if (products.size === 0) return []
  const versions = await tx
    .selectFrom('normativ_verzija')
    .select(['proizvod_id', 'verzija', 'vazi_od', 'broj_akta'])
    .where('proizvod_id', 'in', engineOf(tx).list([...products]))
    .execute()
  return versions.filter((version) => lines.some((line) => isOf(line, version)))
}

export const isOf = (line: Versioned, { proizvod_id, verzija }: KeptVersion): boolean =>
  line.proizvod_id === proizvod_id && line.normativ_verzija === verzija

/** Keeps directed draws with the lines that have any. */
const withUsmerenja = <B extends { readonly stavke: readonly object[] }>(body: B, stavke: C1Document['stavke']) => ({
  ...body,
  stavke: body.stavke.map((line, at) => {
    const { usmerenja = [] } = stavke[at] ?? {}
    return usmerenja.length > 0 ? { ...line, usmerenja: usmerenjaOf(usmerenjaText(usmerenja)) } : line
  }),
})

/** The SHA-256 of the draws of an export's lines: its papers are up to date while it is the same. */
export async function drawsHash(tx: Tx, c1_id: number): Promise<string> {
  const draws = await tx
    .selectFrom('c1_stavka')
    .innerJoin('razduzenje', 'c1_stavka_id', 'c1_stavka.id')
    .select(['c1_stavka_id', 'materijal_id', 'c4_stavka_id', 'razduzenje.kolicina'])
    .where('c1_stavka.c1_id', '=', c1_id)
    .orderBy('c1_stavka_id')
    .orderBy('materijal_id')
    .orderBy('c4_stavka_id')
    .orderBy('usmereno')
    .execute()
  const rows = draws.map((row) => [row.c1_stavka_id, row.materijal_id, row.c4_stavka_id, row.kolicina])
  return createHash('sha256').update(JSON.stringify(rows)).digest('hex')
}
