import { ChevronDown, LogOut, UserRound } from 'lucide-react'
import { authEndpoints } from '#contract/auth.ts'
import { call } from '#web/api.ts'
import { endSession } from '#web/session.ts'
import { Menu, type MenuEntry } from '#web/ui/menu.tsx'
import type { Theme } from '#web/ui/theme.ts'
import { useTheme } from '#web/ui/use-theme.ts'

const THEME_TEXTS: readonly { theme: Theme; text: string }[] = [
  { theme: 'system', text: 'Sistemska tema' },
  { theme: 'light', text: 'Svetla tema' },
  { theme: 'dark', text: 'Tamna tema' },
]

/** Who is logged in, the theme, and Logout (spec §2). */
export function SettingsMenu({ email = 'Loading...' }: { email: string | undefined }) {
  const [chosen, choose] = useTheme()

  const themes = THEME_TEXTS.map<MenuEntry>(({ theme, text }) => ({
    text,
    checked: theme === chosen,
    onChoose: () => choose(theme),
  }))
  return (
    <Menu
      label={`Podešavanja: ${email}`}
      head={email}
      buttonClassName="button button-ghost -mr-2 max-w-[60vw] font-normal text-ink-2"
      button={
        <>
          <UserRound className="flex-none sm:hidden" aria-hidden />
          <span className="hidden truncate sm:block">{email}</span>
          <ChevronDown className="flex-none" aria-hidden />
        </>
      }
      entries={[...themes, { text: 'Logout', icon: <LogOut aria-hidden />, line: true, onChoose: logout }]}
    />
  )
}

/** Ends the session on the server as well; on this machine it ends even if the server does not answer. */
async function logout() {
  const told = call(authEndpoints.logout).catch(() => undefined)
  endSession()
  await told
}
