import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { switchAccount } from '#server/auth/accounts.ts'
import { openStore } from '#server/db/open.ts'
import { testApi } from '#server/testing.ts'

test('a new password of an account that is disabled says so, and how to enable it', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'reset-'))
  const store = await openStore({ dataDir })
  const { user } = await testApi({ name: 'sqlite', open: async () => store })
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' }
  const reset = () =>
    spawnSync(process.execPath, ['scripts/account.ts', 'reset-password', user.email], { encoding: 'utf8', env })
  try {
    const said = reset().stdout
    assert.match(said, /^Privremena lozinka za ana@firma\.rs: \S+\nVaži 24 sata; [^\n]+\nBaza: /)
    assert.ok(said.endsWith(`\nBaza: ${dataDir}\n`), 'where it was done: the program may work with another database')
    assert.doesNotMatch(said, /remove-second-factor/)
    await store.transact(async (tx) => {
      await tx.updateTable('korisnik').set({ totp_od: 1 }).execute()
    })
    assert.match(reset().stdout, /\nUz nju se traži i kod\..* npm run account -- remove-second-factor ana@firma\.rs\n/)
    await switchAccount(store, user.email, true, Date.now())
    assert.match(reset().stdout, /\nNalog je isključen, .*npm run account -- enable ana@firma\.rs\nBaza: /)
  } finally {
    await store.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
})
