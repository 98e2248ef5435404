import { createRoot } from 'react-dom/client'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { AskingProvider } from '#web/ui/confirm-and-alert.tsx'
import { Toasts } from '#web/ui/toast.tsx'
import { ControlSamples } from './control-samples.tsx'
import { DocumentSamples } from './document-samples.tsx'
import { TableSamples } from './table-samples.tsx'
import { WindowSamples } from './window-samples.tsx'

/** Every base component on one page, to look at and to check for accessibility; no part of the program. */
function Gallery() {
  return (
    <AskingProvider>
      <main className="gallery">
        <h1 className="font-semibold text-lg">Osnovni delovi</h1>
        <WindowSamples />
        <ControlSamples />
        <DocumentSamples />
        <TableSamples />
      </main>
      <Toasts />
    </AskingProvider>
  )
}

const root = document.getElementById('root')
// A dialog that was typed in asks before its page is left.
const router = createMemoryRouter([{ path: '/', element: <Gallery /> }])
if (root) createRoot(root).render(<RouterProvider router={router} />)
