/** One field as people read it. Equal texts mean equal values, unless `value` tells them apart. */
export type Fact = { readonly field: string; readonly label: string; readonly text: string; readonly value?: string }
/** A line of a document or normativ. `id` is the same in every state of the record, `summary` is its content. */
export type FactLine = {
  readonly id: string
  readonly name: string
  readonly summary: string
  readonly facts: readonly Fact[]
}
export type RecordFacts = { readonly facts: readonly Fact[]; readonly lines: readonly FactLine[] }

/** A change by somebody else. A new or removed line has no field; null means that there was or is none. */
export type Difference = {
  /** The name of the line; empty for the record's own fields. */
  readonly line: string
  readonly label: string
  readonly before: string | null
  readonly now: string | null
  /** The text in the form, where it differs from both. */
  readonly mine: string | null
}

/**
 * The differences of the stored record from `before`, with which the form was opened, field by field and line by line,
 * in the order of the record. The id identifies a line, so a renumbered line is a changed one.
 */
export function differences(before: RecordFacts, now: RecordFacts, mine: RecordFacts): Difference[] {
  const linesBefore = new Map(before.lines.map((line) => [line.id, line]))
  const linesNow = new Map(now.lines.map((line) => [line.id, line]))
  const linesMine = new Map(mine.lines.map((line) => [line.id, line]))
  return [
    ...factDifferences('', before.facts, now.facts, mine.facts),
    ...now.lines.flatMap((line) => {
      const was = linesBefore.get(line.id)
      if (!was) return [{ line: line.name, label: '', before: null, now: line.summary, mine: null }]
      return factDifferences(line.name, was.facts, line.facts, linesMine.get(line.id)?.facts)
    }),
    ...before.lines
      .filter(({ id }) => !linesNow.has(id))
      .map((line) => ({ line: line.name, label: '', before: line.summary, now: null, mine: null })),
  ]
}

function factDifferences(
  line: string,
  before: readonly Fact[],
  now: readonly Fact[],
  mine: readonly Fact[] | undefined,
): Difference[] {
  const factIn = (facts: readonly Fact[] | undefined, field: string) => facts?.find((fact) => fact.field === field)
  return now.flatMap((fact) => {
    const was = factIn(before, fact.field)
    const own = factIn(mine, fact.field)
    if (was && isSame(was, fact)) return []
    const isOwn = own && !isSame(own, fact) && !(was && isSame(own, was))
    return [{ line, label: fact.label, before: was?.text ?? null, now: fact.text, mine: isOwn ? own.text : null }]
  })
}

const isSame = (a: Fact, b: Fact): boolean => (a.value ?? a.text) === (b.value ?? b.text)
