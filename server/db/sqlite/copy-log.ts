import { Worker } from 'node:worker_threads'

/** A transaction that took this long has written thousands of pages into the log. */
export const LONG_TRANSACTION_MS = 200
/** The thread needs next to nothing. */
const HEAP_MB = 16

/**
 * A checkpoint of SQLite beside readers and writers (https://sqlite.org/pragma.html#pragma_wal_checkpoint, PASSIVE).
 */
const COPY = `
const { DatabaseSync } = require('node:sqlite')
const database = new DatabaseSync(require('node:worker_threads').workerData)
database.exec('pragma synchronous = full; pragma checkpoint_fullfsync = on; pragma wal_checkpoint(passive)')
database.close()`

/**
 * Copies the log into the file by a thread, one at a time. Without it SQLite copies the log at a commit. Late documents
 * fill 64 MiB in some seconds, and the copy then takes a fifth of a second in which nobody is answered. After usual
 * saves SQLite does it: a thread after every save took a third more processor.
 */
export function logCopier(file: string): { copy(): void; close(): Promise<void> } {
  let copying: Worker | null = null
  return {
    copy() {
      if (copying) return
      const resourceLimits = { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: 1 }
      const thread = new Worker(COPY, { eval: true, workerData: file, resourceLimits })
      copying = thread
      thread.unref()
      // The next commit reports a full or failing disk.
      thread
        .on('error', () => undefined)
        .once('exit', () => {
          copying = null
        })
    },
    async close() {
      await copying?.terminate()
    },
  }
}
