let waiting: readonly File[] = []

/** Files that were chosen in the list of C4 documents, for the form that opens next. */
export const leaveFiles = (files: readonly File[]): void => {
  waiting = files
}

/** Those that were left, once. */
export function takeFiles(): readonly File[] {
  const taken = waiting
  waiting = []
  return taken
}
