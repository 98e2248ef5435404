/** Key in local storage. */
const SPREAD_KEY = 'pdf-rasiren'

/** Whether somebody spread the PDF beside a form on this machine; a browser that forbids storage knows of nothing. */
export function isPdfSpread(): boolean {
  try {
    return localStorage.getItem(SPREAD_KEY) !== null
  } catch {
    return false
  }
}

/** Remembers on this machine whether the PDF takes half of the sheet. */
export function keepPdfSpread(spread: boolean): void {
  try {
    if (spread) localStorage.setItem(SPREAD_KEY, 'da')
    else localStorage.removeItem(SPREAD_KEY)
  } catch {
    // Without storage the choice lasts until the form is closed.
  }
}
