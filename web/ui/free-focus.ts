/**
 * Whether nobody chose where the focus stands: on the body of the page, or on the heading that a new screen gave it to.
 */
export const isFocusFree = (): boolean =>
  document.activeElement === document.body || document.activeElement?.matches('main > h1') === true
