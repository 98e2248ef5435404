// Finds the programs that the tests use and that no npm package brings. Plain JavaScript, because the bootstrap
// reads it before the pinned Node is installed.
import { existsSync, readdirSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'

const windows = process.platform === 'win32'

/**
 * The full path of a program on PATH.
 * @param {string} name
 * @returns {string | undefined}
 */
export function onPath(name) {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.map((folder) => join(folder, windows ? `${name}.exe` : name)).find((file) => existsSync(file))
}

/**
 * A Chromium or Chrome for the tests in the browser; TEST_CHROMIUM names another one.
 * @returns {string | undefined}
 */
export function findChromium() {
  if (process.env.TEST_CHROMIUM) return process.env.TEST_CHROMIUM
  for (const name of ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']) {
    const found = onPath(name)
    if (found) return found
  }
  const installed = [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    join(process.env.PROGRAMFILES ?? '', 'Google/Chrome/Application/chrome.exe'),
  ]
  return installed.find((file) => existsSync(file))
}

/**
 * Chromium's headless shell, with which most tests in the browser are quicker. Where TEST_CHROMIUM names a browser, that
 * one is meant for all of them unless TEST_HEADLESS_SHELL names this one.
 * @returns {string | undefined}
 */
export function findHeadlessShell() {
  if (process.env.TEST_HEADLESS_SHELL || process.env.TEST_CHROMIUM) return process.env.TEST_HEADLESS_SHELL
  return onPath('chromium-headless-shell')
}

/**
 * The folder with initdb and postgres, the newest version where there are several. Never one on Windows: the private
 * cluster of the tests needs a POSIX shell to look after it.
 * @returns {string | undefined}
 */
export function findPostgres() {
  if (windows) return undefined
  const folders = []
  // Debian keeps the server's programs off PATH, one folder per version; Homebrew does much the same.
  for (const parent of ['/usr/lib/postgresql', '/opt/homebrew/opt', '/usr/local/opt']) {
    if (!existsSync(parent)) continue
    for (const name of readdirSync(parent)) {
      if (/^(postgresql@)?\d+$/.test(name)) folders.push(join(parent, name, 'bin'))
    }
  }
  const version = (/** @type {string} */ folder) => Number(/(\d+)\/bin$/.exec(folder)?.[1])
  folders.sort((a, b) => version(b) - version(a))
  const initdb = onPath('initdb')
  if (initdb) folders.push(dirname(initdb))
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')))
}

/**
 * The program that counts the syncs of the disk, on Linux.
 * @returns {string | undefined}
 */
export function findStrace() {
  return process.platform === 'linux' ? onPath('strace') : undefined
}

/**
 * One sentence for every program that is missing, saying which tests that leaves out.
 * @returns {string[]}
 */
export function missingPrograms() {
  const sentences = []
  if (!findChromium()) {
    sentences.push('No Chromium or Chrome on this machine: the tests in the browser (e2e/) are left out.')
  }
  if (!process.env.TEST_DATABASE_URL && !findPostgres()) {
    sentences.push('No PostgreSQL server on this machine: the tests run on SQLite only.')
  }
  if (process.platform === 'linux' && !findStrace()) {
    sentences.push('No strace on this machine: the syncs of the disk are not counted.')
  }
  return sentences
}
