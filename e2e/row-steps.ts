import assert from 'node:assert/strict'
import type { Locator } from 'playwright-core'
import type { AppPage } from './browser.ts'

/**
 * Does something to a row: 'Izmeni: C4-1', or 'Izmeni' to the first row inside. Presses its word or chooses it in the
 * menu of the row, and answers the button that was pressed: it has the focus again when a window has closed.
 */
export async function rowAction(within: AppPage | Locator, action: string): Promise<Locator> {
  const [text = '', name] = action.split(/: (.*)/s)
  const buttonOf = (start: string) =>
    within
      .getByRole(
        'button',
        name === undefined ? { name: new RegExp(`^${start}: `) } : { name: `${start}: ${name}`, exact: true },
      )
      .first()
  const [word, menu] = [buttonOf(text), buttonOf('Još')]
  await word.or(menu).first().waitFor()
  if (await word.count()) {
    await word.click()
    return word
  }
  await menu.click()
  await within.getByRole('menuitem', { name: text, exact: true }).click()
  return menu
}

/** The actions on a row: its word, then the entries of its menu. */
export async function expectRowActions(row: Locator, [first, ...others]: readonly string[]) {
  await row.getByRole('button', { name: new RegExp(`^${first}: `) }).waitFor()
  await row.getByRole('button', { name: /^Još: / }).click()
  assert.deepEqual(await row.getByRole('menuitem').allTextContents(), others)
  await row.page().keyboard.press('Escape')
}
