import { Dialog, DialogBackdrop, DialogPanel } from '@headlessui/react'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { BookOpen, Menu, Search, X } from 'lucide-react'
import { type KeyboardEvent as ReactKeyboardEvent, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { Outlet, ScrollRestoration, useLocation, useRoutes } from 'react-router'
import { authEndpoints } from '#contract/auth.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { mayDo } from '#contract/roles.ts'
import { loadLater } from '#web/load-later.tsx'
import { queryClient, read } from '#web/queries.ts'
import { IconButton } from '#web/ui/button.tsx'
import { ChangesAllowed } from '#web/ui/changes-allowed.ts'
import type { EarlyKeys } from '#web/ui/combobox.tsx'
import { AskingProvider } from '#web/ui/confirm-and-alert.tsx'
import { LeaveQuestion } from '#web/ui/leave-guard.tsx'
import { shortcutOf } from '#web/ui/shortcut.ts'
import { Toasts } from '#web/ui/toast.tsx'
import { useCompact } from '#web/ui/use-narrow.ts'
import { Navigation } from './navigation.tsx'
import { SCREENS, screenNameAt } from './sections.ts'
import { SessionRenewal } from './session-renewal.tsx'
import { logout, SettingsMenu } from './settings-menu.tsx'
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
          {/* The bar above shows the name. The heading stands here so that the next Tab reaches the content. */}
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

const SearchDialog = loadLater(async () => (await import('./search-dialog.tsx')).SearchDialog)
const GuideDialog = loadLater(async () => (await import('./guide-dialog.tsx')).GuideDialog)

type Opened = { window: 'search' } | { window: 'guide'; chapter?: string } | null

/** The search over everything, which Ctrl + K opens too where no window is open, and the guide. */
function HeaderButtons() {
  const [opened, open] = useState<Opened>(null)
  const early = useRef<(() => EarlyKeys) | null>(null)
  const takeEarly = useCallback(() => {
    const kept = early.current?.() ?? { text: '', enter: false }
    early.current = null
    return kept
  }, [])
  const openSearch = useCallback(() => {
    takeEarly()
    early.current = keepEarlyKeys()
    open({ window: 'search' })
  }, [takeEarly])
  const close = () => {
    takeEarly()
    open(null)
  }
  useEffect(() => {
    function press(event: KeyboardEvent) {
      // Its program comes while the second key of Ctrl + K is on its way.
      if (event.key === 'Control' || event.key === 'Meta') SearchDialog.prepare()
      if (shortcutOf(event) !== 'search') return
      // Browsers take the key for their own search.
      event.preventDefault()
      if (!document.querySelector('[aria-modal="true"]')) openSearch()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [openSearch])
  return (
    <>
      <IconButton
        label="Pretraga (Ctrl + K)"
        icon={<Search />}
        onPointerEnter={SearchDialog.prepare}
        onFocus={SearchDialog.prepare}
        onClick={openSearch}
      />
      <IconButton label="Uputstvo" icon={<BookOpen />} onClick={() => open({ window: 'guide' })} />
      <Suspense>
        {opened?.window === 'search' && (
          <SearchDialog early={takeEarly} onGuide={(chapter) => open({ window: 'guide', chapter })} onClose={close} />
        )}
        {opened?.window === 'guide' && <GuideDialog chapter={opened.chapter} onClose={close} />}
      </Suspense>
    </>
  )
}

/**
 * Keeps what is typed while a window is still on its way, so that no letter is lost and none reaches the screen behind.
 * The function given ends it and answers what was typed.
 */
function keepEarlyKeys(): () => EarlyKeys {
  let text = ''
  let enter = false
  function press(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey || enter) return
    if (event.key === 'Enter') enter = true
    else if ([...event.key].length === 1) text += event.key
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  addEventListener('keydown', press, { capture: true })
  return () => {
    removeEventListener('keydown', press, { capture: true })
    return { text, enter }
  }
}

/** The menu button of small screens and the drawer behind it; Escape, outside click and choosing close it. */
function NavigationDrawer() {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <IconButton className="-ml-2 lg:hidden" label="Otvori meni" icon={<Menu />} onClick={() => setOpen(true)} />
      <Dialog open={open} onClose={close} className="relative z-40 lg:hidden" aria-label="Meni">
        <DialogBackdrop transition className="fixed inset-0 bg-scrim transition duration-150 data-closed:opacity-0" />
        <DialogPanel
          transition
          className="fixed inset-y-0 left-0 flex w-70 max-w-[85vw] flex-col overflow-y-auto border-line border-r bg-panel pb-4 transition duration-150 data-closed:-translate-x-full"
        >
          <IconButton className="absolute top-4 right-3" label="Zatvori meni" icon={<X />} onClick={close} />
          <Navigation onLeave={close} />
        </DialogPanel>
      </Dialog>
    </>
  )
}

/**
 * Gives the focus to the heading of a screen that was gone to, so that the next Tab reaches what it shows: the rows of
 * its list, or else its first control; search and new records have keys of their own (ui/shortcut.ts). Where the
 * screen has put the focus somewhere itself, or a window or the offer in a message has it, it stays. The page of a
 * record takes it on to its own heading.
 */
function useHeadingFocus(pathname: string) {
  const heading = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another path is another screen
  useEffect(() => {
    const isTaken = document.activeElement?.closest('main, #toasts, [aria-modal="true"]')
    if (!isTaken) heading.current?.focus({ preventScroll: true })
  }, [pathname])
  return { ref: heading, onKeyDown: toRows }
}

function toRows(event: ReactKeyboardEvent) {
  const row = document.querySelector<HTMLElement>('main tr[data-opens][tabindex="0"]')
  if (event.key !== 'Tab' || event.shiftKey || !row) return
  event.preventDefault()
  row.focus()
}
