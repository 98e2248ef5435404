import { Dialog, DialogBackdrop, DialogPanel } from '@headlessui/react'
import { Menu, X } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '#web/ui/button.tsx'
import { Navigation } from './navigation.tsx'

/** The menu button of small screens and the drawer behind it; Escape, outside click and choosing close it. */
export function NavigationDrawer() {
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
