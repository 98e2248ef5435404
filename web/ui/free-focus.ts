/** Whether the focus stands nowhere that somebody chose: on the page as a whole, or on the heading that a new screen gave it to. */
export const isFocusFree = (): boolean =>
  document.activeElement === document.body || document.activeElement?.matches('main > h1') === true
