import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { Outlet, ScrollRestoration, useLocation, useRoutes } from 'react-router'
import { authEndpoints } from '#contract/auth.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { mayDo } from '#contract/roles.ts'
import { loadLater } from '#web/load-later.tsx'
import { queryClient, read } from '#web/queries.ts'
import { ChangesAllowed } from '#web/ui/changes-allowed.ts'
import { AskingProvider } from '#web/ui/confirm-and-alert.tsx'
import { LeaveQuestion } from '#web/ui/leave-guard.tsx'
import { Toasts } from '#web/ui/toast.tsx'
import { useCompact } from '#web/ui/use-narrow.ts'
import { HeaderButtons } from './header-buttons.tsx'
import { Navigation } from './navigation.tsx'
import { NavigationDrawer } from './navigation-drawer.tsx'
import { SCREENS, screenNameAt } from './sections.ts'
import { SessionRenewal } from './session-renewal.tsx'
import { logout, SettingsMenu } from './settings-menu.tsx'
import { useHeadingFocus } from './use-heading-focus.ts'
import { useLiveChanges } from './use-live-changes.ts'

type User = ReplyOf<typeof authEndpoints.me>['user']

const SecondFactorRequired = loadLater(
  async () => (await import('#web/account/second-factor-required.tsx')).SecondFactorRequired,
)

const ROUTES = Object.entries(SCREENS).map(([path, load]) => ({ path, Component: loadLater(load) }))

/** The screen of the address, inside the frame. */
export const Screens = () => useRoutes(ROUTES)

/** The frame around every screen of the application: sidebar, header with the section's name, dialogs and toasts. */
export function Shell() {
  return (
    <QueryClientProvider client={queryClient}>
      <AskingProvider>
        <Gate />
        <LeaveQuestion />
        <Toasts />
      </AskingProvider>
    </QueryClientProvider>
  )
}

/** Leads a user who has to set up his second factor there first; what he is shown once stays until he says so. */
function Gate() {
  const user = useQuery(read(authEndpoints.me)).data?.user
  const [settingUp, setSettingUp] = useState(false)
  if (user?.ceka_drugi_korak && !settingUp) setSettingUp(true)
  if (!user || !settingUp) return <Frame user={user} />
  const done = () => queryClient.invalidateQueries().then(() => setSettingUp(false))
  return (
    <Suspense>
      <SecondFactorRequired email={user.email} onDone={done} onLogout={() => logout(user.email)} />
    </Suspense>
  )
}

function Frame({ user }: { user: User | undefined }) {
  const email = user?.email
  const compact = useCompact()
  useLiveChanges()
  const { pathname } = useLocation()
  const name = screenNameAt(pathname) ?? 'Nepoznata stranica'
  const heading = useHeadingFocus(pathname)
  return (
    <ChangesAllowed value={!user || mayDo(user.uloga, 'write')}>
      <div className="min-h-dvh lg:pl-14 min-[75rem]:pl-56 print:pl-0">
        <title>{`${name} · Sistem za upravljanje zalihama`}</title>
        <a
          href="#sadrzaj"
          className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-70 focus:rounded-control focus:bg-panel focus:px-3 focus:py-2"
        >
          Preskoči na sadržaj
        </a>
        <aside className="fixed inset-y-0 left-0 z-30 hidden w-14 flex-col overflow-y-auto border-line border-r bg-panel lg:flex min-[75rem]:w-56 print:hidden">
          <Navigation compact={compact} />
        </aside>
        <header className="sticky top-0 z-20 flex h-13 items-center gap-2 border-line border-b bg-panel px-4 lg:px-6 print:static print:px-0">
          <NavigationDrawer />
          <p aria-hidden className="min-w-0 truncate font-semibold text-lg">
            {name}
          </p>
          <div className="ml-auto flex min-w-0 items-center print:hidden">
            <HeaderButtons />
            <SettingsMenu email={email} uloga={user?.uloga} givenPasswordUntil={user?.lozinka_vazi_do} />
          </div>
        </header>
        <main
          id="sadrzaj"
          tabIndex={-1}
          className="p-4 [--sticky-top:52px] focus:outline-none lg:p-6 print:px-0 print:pb-0"
        >
          {/* It is seen in the bar above; standing here, the next Tab reaches what the screen shows. */}
          <h1 {...heading} tabIndex={-1} className="sr-only">
            {name}
          </h1>
          <Suspense fallback={<p className="sr-only">Učitavanje...</p>}>
            <Outlet />
          </Suspense>
        </main>
        <SessionRenewal email={email} />
        <ScrollRestoration />
      </div>
    </ChangesAllowed>
  )
}
