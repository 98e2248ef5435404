// `npm run dev`: the API, restarted when its source changes, and Vite in front of it. One Ctrl-C ends both.
import { type ChildProcess, spawn } from 'node:child_process'

const children: ChildProcess[] = [
  start('--watch', '--watch-preserve-output', 'server/main.ts'),
  start('node_modules/vite/bin/vite.js', '--clearScreen', 'false'),
]

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => end(0))
// One half is of no use without the other: both end together.
for (const child of children) child.once('exit', (code) => end(code ?? 1))

function start(...args: string[]) {
  return spawn(process.execPath, args, { stdio: 'inherit' })
}

function end(code: number) {
  process.exitCode ??= code
  for (const child of children) child.kill('SIGTERM')
}
