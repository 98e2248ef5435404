/**
 * Moves the focus from one field of `box` to the next one, content selected, past those whose name is in `filled`. Says
 * whether it `moved`, is at the `end`, or that the field is none of these (null). Lines of a grid move by themselves.
 */
export function moveOn(
  box: HTMLElement | null,
  from: EventTarget | null,
  filled: { has(name: string): boolean },
): 'moved' | 'end' | null {
  const fields = [
    ...(box?.querySelectorAll<Field>('input:not([readonly], :disabled), select:not(:disabled)') ?? []),
  ].filter((field) => !field.closest('[data-line]'))
  const at = fields.indexOf(from as Field)
  if (at < 0) return null
  const next = fields.slice(at + 1).find(({ name }) => !filled.has(name))
  if (!next) return 'end'
  next.focus()
  if (next instanceof HTMLInputElement) next.select()
  return 'moved'
}

type Field = HTMLInputElement | HTMLSelectElement
