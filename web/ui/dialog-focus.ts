const FIELDS = 'input, select, textarea, button, [tabindex="0"]'

/**
 * Where one starts in the dialog around an element: at `data-autofocus`, else at the first field of its body. Whatever
 * stands in `data-notice` is passed by.
 */
export function firstFieldAround(element: Element): HTMLElement | null {
  const panel = element.closest('[data-dialog-panel]')
  const chosen = panel?.querySelector<HTMLElement>('[data-autofocus]')
  if (chosen) return chosen
  const fields = panel?.querySelectorAll<HTMLElement>(`[data-dialog-body] :is(${FIELDS})`) ?? []
  return [...fields].find((field) => !field.closest('[data-notice]')) ?? null
}
