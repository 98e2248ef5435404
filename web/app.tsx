import { Suspense } from 'react'
import { createBrowserRouter, Navigate, Outlet } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { LoginPage } from '#web/auth/login-page.tsx'
import { BrokenPage, BrokenScreen } from './broken-page.tsx'
import { loadLater } from './load-later.tsx'
import { useSessionToken } from './session.ts'

// A visitor without a login loads the login page and nothing else: screens come when they are first needed.
const loadShell = () => import('#web/shell/shell.tsx')
const Shell = loadLater(async () => (await loadShell()).Shell)
const Screens = loadLater(async () => (await loadShell()).Screens)
const ForgottenPage = loadLater(async () => (await import('#web/auth/forgotten-page.tsx')).ForgottenPage)
const LinkPage = loadLater(async () => (await import('#web/auth/link-page.tsx')).LinkPage)

const router = createBrowserRouter([
  {
    errorElement: <BrokenPage />,
    children: [
      {
        element: <Visitors />,
        children: [
          { path: '/', element: <LoginPage prepare={prepare} /> },
          { path: '/login', element: <LoginPage prepare={prepare} /> },
          {
            path: '/zaboravljena-lozinka',
            element: (
              <Suspense>
                <ForgottenPage />
              </Suspense>
            ),
          },
        ],
      },
      {
        element: <Members />,
        // Inside the shell: a user with a broken screen can go on to another one.
        children: [{ path: '/dashboard/*', element: <Screens />, errorElement: <BrokenScreen /> }],
      },
      {
        path: '/poziv',
        element: (
          <Suspense>
            <LinkPage />
          </Suspense>
        ),
      },
      { path: '*', element: <Navigate to="/" replace /> },
    ],
  },
])

/** The application: its routes as the specification has them (spec §2). */
export const App = () => <RouterProvider router={router} />

/** Loads the screens after a login while the server checks it; a failed load is repeated when its screen is needed. */
function prepare() {
  const loadDashboard = () => import('#web/dashboard/dashboard-page.tsx')
  for (const load of [loadShell, loadDashboard]) load().catch(() => undefined)
}

/** Login and register are for those who have no token. */
function Visitors() {
  return useSessionToken() ? <Navigate to="/dashboard" replace /> : <Outlet />
}

/** Everything under /dashboard needs a token; when it is dropped, wherever that happens, the way leads to /login. */
function Members() {
  return useSessionToken() ? <Shell /> : <Navigate to="/login" replace />
}
