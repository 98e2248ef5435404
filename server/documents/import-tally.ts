import type { ImportedDocument } from '#contract/document-import.ts'
import type { Manjak, MovedC1 } from '#contract/documents.ts'
import { add, type Micro, NO_QUANTITY, subtract } from '#domain/decimal.ts'

/** What saving answers of a document. */
export type SavedDocument = { readonly id: number; readonly manjak?: Manjak[]; readonly promenjeni_c1: MovedC1[] }

/** What an export lacks of each material; of one that others moved, what it lacks more (or, below zero, less). */
type Lacking = Map<string, Manjak>

/**
 * Adds up what saving a file comes to, document after document: what each of its exports (`ofExports`) lacks in the end,
 * and what was taken in all from the cover of other exports. `foretold`: the exports that draw otherwise in the end, or
 * null where that is not known. Another one that moved has moved back, and is left out.
 */
export function importTally(ofExports: boolean, foretold: ReadonlySet<number> | null) {
  const done: { shown: ImportedDocument; lacks: Lacking }[] = []
  const ofFile = new Map<number, Lacking>()
  const moved = new Map<number, { c1: MovedC1; lacks: Lacking }>()
  // Documents that were saved together answer one and the same export each, if each has moved it.
  const noted = new WeakSet<MovedC1>()
  function note(c1: MovedC1) {
    if (noted.has(c1)) return
    noted.add(c1)
    const own = ofFile.get(c1.id)
    const lacks: Lacking = own ?? moved.get(c1.id)?.lacks ?? new Map()
    if (!own) moved.set(c1.id, { c1, lacks })
    for (const one of c1.novi_manjak) lack(lacks, one, one.kolicina)
    for (const one of c1.pokriveno) lack(lacks, one, minus(one))
  }
  return {
    /** A document is saved, or (null) is none that is. */
    tell(shown: ImportedDocument, saved: SavedDocument | null) {
      for (const c1 of saved?.promenjeni_c1 ?? []) note(c1)
      const lacks: Lacking = new Map(saved?.manjak?.map((one) => [one.materijal_id, one]))
      if (saved && ofExports) {
        ofFile.set(saved.id, lacks)
        moved.delete(saved.id)
      }
      done.push({ shown: saved ? { ...shown, id: saved.id } : shown, lacks })
    },
    dokumenti: (): ImportedDocument[] =>
      done.map(({ shown, lacks }) => ({ ...shown, manjak: more([...lacks.values()]) })),
    moved: (): MovedC1[] =>
      [...moved.values()].flatMap(({ c1, lacks }) => {
        const rows = [...lacks.values()]
        const [novi_manjak, pokriveno] = [more(rows), more(rows.map((one) => ({ ...one, kolicina: minus(one) })))]
        const movedBack = foretold && !foretold.has(c1.id) && novi_manjak.length + pokriveno.length === 0
        return movedBack ? [] : [{ ...c1, novi_manjak, pokriveno }]
      }),
  }
}

const minus = ({ kolicina }: Manjak): Micro => subtract(NO_QUANTITY, kolicina)
const more = (rows: readonly Manjak[]): Manjak[] => byMaterial(rows.filter(({ kolicina }) => kolicina > NO_QUANTITY))

/** In one order, whatever lacked first. */
export const byMaterial = (manjak: readonly Manjak[]): Manjak[] =>
  manjak.toSorted((a, b) => (a.materijal_id < b.materijal_id ? -1 : 1))

function lack(lacks: Lacking, one: Manjak, kolicina: Micro) {
  const before = lacks.get(one.materijal_id)?.kolicina ?? NO_QUANTITY
  lacks.set(one.materijal_id, { ...one, kolicina: add(before, kolicina) })
}
