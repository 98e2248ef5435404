// How Node runs the program, however it is started: `npm start`, deploy/zalihe.service, Dockerfile and the tests.

/** Blocks of a MiB and more, such as a login takes, go back to the system at once: after eight logins at once 170 MiB, not 300. */
export const ALLOCATOR = { MALLOC_MMAP_THRESHOLD_: '1048576' }

export const NODE_ARGS = [
  // Sources and packages in a few files: ready after 0.3 s of processor instead of 0.6.
  '--conditions=built',
  // An error names the line of its source; 0.02 s and 6 MiB.
  '--enable-source-maps',
  // The young part of the heap: under load 203 MiB instead of 230, on PostgreSQL 265 instead of 324.
  '--max-semi-space-size=16',
  // While late documents come 240 MiB instead of 310.
  '--heap-growing-percent=50',
  'dist/server/main.js',
]
