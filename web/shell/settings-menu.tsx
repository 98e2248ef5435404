import { ArrowLeftRight, ChevronDown, History, Keyboard, KeyRound, LogOut, Settings, UserRound } from 'lucide-react'
import { Suspense, useCallback, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { authEndpoints } from '#contract/auth.ts'
import type { Uloga } from '#contract/roles.ts'
import { call } from '#web/api.ts'
import { draftKeepingTexts } from '#web/drafts/draft-texts.ts'
import { draftForms, dropDraftsOf } from '#web/drafts/kept-draft.ts'
import { loadLater } from '#web/load-later.tsx'
import { forgetVisits } from '#web/screens/visited.ts'
import { endSession } from '#web/session.ts'
import { useConfirm } from '#web/ui/confirm-and-alert.tsx'
import { Menu, type MenuEntry } from '#web/ui/menu.tsx'
import { THEMES } from '#web/ui/theme.ts'
import { useTheme } from '#web/ui/use-theme.ts'
import { HISTORY, SETTINGS } from './sections.ts'
import { useScreenKeys } from './use-screen-keys.ts'

const ShortcutsDialog = loadLater(async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog)

/** Where one's own account stands on the page of settings. */
const ACCOUNT = `${SETTINGS.path}#nalog`

type SettingsMenuProps = {
  email: string | undefined
  uloga: Uloga | undefined
  /** Set after a login with a password that an administrator gave: it leads to choosing one's own. */
  givenPasswordUntil: number | undefined
}

/** The settings menu: who is logged in, the theme, and what belongs to no screen (spec §2). */
export function SettingsMenu({ email: known, uloga, givenPasswordUntil }: SettingsMenuProps) {
  const email = known ?? 'Loading...'
  const [chosen, choose] = useTheme()
  const navigate = useNavigate()
  const confirm = useConfirm()
  const [shortcutsOpen, setShortcutsOpen] = useState(false)
  const showShortcuts = useCallback(() => setShortcutsOpen(true), [])
  useScreenKeys(showShortcuts)

  const choosesOwn = givenPasswordUntil !== undefined
  useEffect(() => {
    if (choosesOwn) navigate(ACCOUNT)
  }, [choosesOwn, navigate])

  /** Drafts go with the session, also what is typed in a form that is open in another tab. */
  async function askAndLogout() {
    const drafts = known === undefined ? 0 : draftForms(known).length
    const text = draftKeepingTexts.logoutDrops(drafts)
    if (drafts > 0 && !(await confirm({ title: 'Nesačuvane izmene', text, danger: true }))) return
    await logout(known)
  }

  const themes = THEMES.map<MenuEntry>(({ theme, name }) => ({
    text: name,
    checked: theme === chosen,
    onChoose: () => choose(theme),
  }))
  const entries: MenuEntry[] = [
    ...themes,
    { text: SETTINGS.name, icon: <Settings aria-hidden />, line: true, onChoose: () => navigate(SETTINGS.path) },
    { text: 'Kursevi', icon: <ArrowLeftRight aria-hidden />, onChoose: () => navigate(`${SETTINGS.path}#kursevi`) },
    { text: HISTORY.name, icon: <History aria-hidden />, onChoose: () => navigate(HISTORY.path) },
    { text: 'Prečice', icon: <Keyboard aria-hidden />, onChoose: showShortcuts },
    { text: 'Nalog i sesije', icon: <KeyRound aria-hidden />, onChoose: () => navigate(ACCOUNT) },
    { text: 'Logout', icon: <LogOut aria-hidden />, line: true, onChoose: askAndLogout },
  ]
  return (
    <>
      <Menu
        label={`Podešavanja: ${email}`}
        head={uloga ? `${email} · ${uloga}` : email}
        buttonClassName="button button-ghost -mr-2 max-w-[60vw] font-normal text-ink-2"
        button={
          <>
            <UserRound className="flex-none sm:hidden" aria-hidden />
            <span className="hidden truncate sm:block">{email}</span>
            <ChevronDown className="flex-none" aria-hidden />
          </>
        }
        entries={entries}
      />
      {shortcutsOpen && (
        <Suspense>
          <ShortcutsDialog onClose={() => setShortcutsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

/**
 * Ends the session on the server as well; on this machine it ends even if the server does not answer, and the user's
 * drafts go with it.
 */
export async function logout(email: string | undefined) {
  const told = call(authEndpoints.logout).catch(() => undefined)
  endSession()
  if (email) {
    dropDraftsOf(email)
    forgetVisits(email)
  }
  await told
}
