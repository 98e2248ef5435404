/** Long enough for any browser to have opened it, short enough to give the memory back. */
const KEEP_MS = 60_000

/** Saves a file on the user's machine under the given name. */
export function downloadFile(blob: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = temporaryUrl(blob)
  link.download = name
  link.click()
}

/**
 * Opens a PDF in a new tab from memory, so that the token stands in no address (decisions §3). Call it with a promise:
 * the tab must be opened while the click still counts, before the file has come. A failed promise closes the tab and
 * fails; a forbidden tab saves the file instead.
 */
export async function openPdf(coming: Promise<{ blob: Blob; name: string }>): Promise<void> {
  const tab = window.open('', '_blank')
  try {
    const { blob, name } = await coming
    if (tab) tab.location.href = temporaryUrl(new Blob([blob], { type: 'application/pdf' }))
    else downloadFile(blob, name)
  } catch (error) {
    tab?.close()
    throw error
  }
}

function temporaryUrl(blob: Blob): string {
  const url = URL.createObjectURL(blob)
  setTimeout(() => URL.revokeObjectURL(url), KEEP_MS)
  return url
}
