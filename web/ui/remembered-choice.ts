/** The choice kept under a key on this machine; null where nothing was, or in a browser that forbids storage. */
export function rememberedChoice(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Remembers a choice on this machine; null forgets it. Without storage it lasts until the page is left. */
export function rememberChoice(key: string, choice: string | null): void {
  try {
    if (choice === null) localStorage.removeItem(key)
    else localStorage.setItem(key, choice)
  } catch {
    // Nothing is lost but the memory.
  }
}
