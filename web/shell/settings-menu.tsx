import { ArrowLeftRight, ChevronDown, History, Keyboard, KeyRound, LogOut, Settings, UserRound } from 'lucide-react'
import { Suspense, useCallback, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { authEndpoints } from '#contract/auth.ts'
import type { Uloga } from '#contract/roles.ts'
import { counted, countOf } from '#domain/count-words.ts'
import { call } from '#web/api.ts'
import { draftForms, dropDraftsOf } from '#web/drafts/kept-draft.ts'
import { loadLater } from '#web/load-later.tsx'
import { forgetVisits } from '#web/screens/visited.ts'
import { endSession } from '#web/session.ts'
import { useConfirm } from '#web/ui/confirm-and-alert.tsx'
import { Menu, type MenuEntry } from '#web/ui/menu.tsx'
import { asksForShortcuts, plainLetter } from '#web/ui/shortcut.ts'
import { THEMES, useTheme } from '#web/ui/theme.ts'
import { HISTORY, PLACES, SETTINGS } from './sections.ts'

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
    const wait = `${counted(drafts, 'čeka', 'čekaju', 'čeka')} ${countOf(drafts, 'nacrt', 'nacrta', 'nacrta')}`
    const text = `Na ovom računaru ${wait}. Odjava briše nacrte. Da li želite da se odjavite?`
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

/** G and then a letter within this time is one shortcut. */
const SECOND_KEY_MS = 1500

/**
 * The keys that work where nothing is typed and no window is open: '?' calls `showShortcuts`, '/' goes to the search of
 * the screen, N and E press its button of a new record and of changing the one shown, G and a letter lead to a screen.
 * `showShortcuts` stays the same between renders.
 */
function useScreenKeys(showShortcuts: () => void): void {
  const navigate = useNavigate()
  useEffect(() => {
    let leadsUntil = 0
    function act(event: KeyboardEvent): boolean {
      if (asksForShortcuts(event)) {
        showShortcuts()
        return true
      }
      const letter = plainLetter(event)
      if (leadsUntil > event.timeStamp) {
        leadsUntil = 0
        const place = PLACES.find((one) => one.letter === letter)
        if (place) navigate(place.path)
        return place !== undefined
      }
      if (letter === 'g') leadsUntil = event.timeStamp + SECOND_KEY_MS
      if (event.key === '/') return pressed('input[inputmode="search"]', (field) => field.focus())
      if (letter === 'n') return pressed('[data-opens-modal]', (button) => button.click())
      return letter === 'e' && pressed('[data-edits]', (button) => button.click())
    }
    function press(event: KeyboardEvent) {
      const isTyped = (event.target as Element).matches('input:not([type="checkbox"]), textarea, select')
      if (isTyped || event.repeat || document.querySelector('[aria-modal="true"], [role="menu"]')) return
      if (act(event)) event.preventDefault()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [navigate, showShortcuts])
}

/** Calls `use` with the first such element that the screen shows; false where there is none. */
function pressed(selector: string, use: (element: HTMLElement) => void): boolean {
  const found = [...document.querySelectorAll<HTMLElement>(`main ${selector}`)].find((one) => one.checkVisibility())
  if (found) use(found)
  return found !== undefined
}
