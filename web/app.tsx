import { Suspense } from 'react'
import { createBrowserRouter, Navigate, Outlet } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { LoginPage } from '#web/auth/login-page.tsx'
import { BrokenPage, BrokenScreen } from './broken-page.tsx'
import { loadLater } from './load-later.tsx'
import { useSessionToken } from './session.ts'

// A visitor without a login loads the login page and nothing else: screens come when they are first needed.
const loadShell = () => import('#web/shell/shell.tsx')
const loadDashboard = () => import('#web/dashboard/dashboard-page.tsx')
const Shell = loadLater(async () => (await loadShell()).Shell)
const UnknownPage = loadLater(async () => (await import('#web/shell/unknown-page.tsx')).UnknownPage)
const DashboardPage = loadLater(async () => (await loadDashboard()).DashboardPage)
const C4Page = loadLater(async () => (await import('#web/c4/c4-page.tsx')).C4Page)
const C4DocumentPage = loadLater(async () => (await import('#web/c4/c4-document.tsx')).C4DocumentPage)
const MaterialsPage = loadLater(async () => (await import('#web/materials/materials-page.tsx')).MaterialsPage)
const MaterialPage = loadLater(async () => (await import('#web/materials/material-page.tsx')).MaterialPage)
const ProductsPage = loadLater(async () => (await import('#web/products/products-page.tsx')).ProductsPage)
const ProductPage = loadLater(async () => (await import('#web/products/product-page.tsx')).ProductPage)
const C1Page = loadLater(async () => (await import('#web/c1/c1-page.tsx')).C1Page)
const C1DocumentPage = loadLater(async () => (await import('#web/c1/c1-document.tsx')).C1DocumentPage)
const ObracunPage = loadLater(async () => (await import('#web/obracun/obracun-page.tsx')).ObracunPage)
const OdobrenjaPage = loadLater(async () => (await import('#web/odobrenja/odobrenja-page.tsx')).OdobrenjaPage)
const OdobrenjePage = loadLater(async () => (await import('#web/odobrenja/odobrenje-page.tsx')).OdobrenjePage)
const PartneriPage = loadLater(async () => (await import('#web/partneri/partneri-page.tsx')).PartneriPage)
const PartnerPage = loadLater(async () => (await import('#web/partneri/partner-page.tsx')).PartnerPage)
const OtpadPage = loadLater(async () => (await import('#web/otpad/otpad-page.tsx')).OtpadPage)
const PopisiPage = loadLater(async () => (await import('#web/popisi/popisi-page.tsx')).PopisiPage)
const PopisPage = loadLater(async () => (await import('#web/popisi/popis-page.tsx')).PopisPage)
const UsaglasavanjePage = loadLater(
  async () => (await import('#web/usaglasavanje/usaglasavanje-page.tsx')).UsaglasavanjePage,
)
const RazduzenjaPage = loadLater(
  async () => (await import('#web/ostala-razduzenja/razduzenja-page.tsx')).RazduzenjaPage,
)
const RazduzenjePage = loadLater(
  async () => (await import('#web/ostala-razduzenja/razduzenje-page.tsx')).RazduzenjePage,
)
const RokoviPage = loadLater(async () => (await import('#web/rokovi/rokovi-page.tsx')).RokoviPage)
const PodnetiPage = loadLater(async () => (await import('#web/obracun/podneti-page.tsx')).PodnetiPage)
const PodnetPage = loadLater(async () => (await import('#web/obracun/podnet-page.tsx')).PodnetPage)
const ZakljucenjePage = loadLater(async () => (await import('#web/zakljucenje/zakljucenje-page.tsx')).ZakljucenjePage)
const PodesavanjaPage = loadLater(async () => (await import('#web/shell/podesavanja-page.tsx')).PodesavanjaPage)
const HistoryPage = loadLater(async () => (await import('#web/history/history-page.tsx')).HistoryPage)
const ArchivePage = loadLater(async () => (await import('#web/archive/archive-page.tsx')).ArchivePage)

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
        path: '/dashboard',
        element: <Members />,
        children: [
          {
            // Inside the shell: who meets a broken screen can go on to another.
            errorElement: <BrokenScreen />,
            children: [
              { index: true, element: <DashboardPage /> },
              { path: 'incoming', element: <C4Page /> },
              { path: 'incoming/:id', element: <C4DocumentPage /> },
              { path: 'materials', element: <MaterialsPage /> },
              { path: 'materials/:id', element: <MaterialPage /> },
              { path: 'products', element: <ProductsPage /> },
              { path: 'products/:id', element: <ProductPage /> },
              { path: 'outgoing', element: <C1Page /> },
              { path: 'outgoing/:id', element: <C1DocumentPage /> },
              { path: 'rokovi', element: <RokoviPage /> },
              { path: 'obracun', element: <ObracunPage /> },
              { path: 'otpad', element: <OtpadPage /> },
              { path: 'ostala-razduzenja', element: <RazduzenjaPage /> },
              { path: 'ostala-razduzenja/:id', element: <RazduzenjePage /> },
              { path: 'odobrenja', element: <OdobrenjaPage /> },
              { path: 'odobrenja/:id', element: <OdobrenjePage /> },
              { path: 'partneri', element: <PartneriPage /> },
              { path: 'partneri/:id', element: <PartnerPage /> },
              { path: 'usaglasavanje', element: <UsaglasavanjePage /> },
              { path: 'popisi', element: <PopisiPage /> },
              { path: 'popisi/:id', element: <PopisPage /> },
              { path: 'obracun/podneti', element: <PodnetiPage /> },
              { path: 'obracun/podneti/:id', element: <PodnetPage /> },
              { path: 'podesavanja', element: <PodesavanjaPage /> },
              { path: 'zakljucavanje', element: <ZakljucenjePage /> },
              { path: 'archive', element: <ArchivePage /> },
              { path: 'history', element: <HistoryPage /> },
              { path: '*', element: <UnknownPage /> },
            ],
          },
        ],
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

/**
 * Loads what follows a login while the server checks it; what does not come now is asked for again when it is needed.
 */
function prepare() {
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
