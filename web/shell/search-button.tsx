import { Search } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { loadLater } from '#web/load-later.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { shortcutOf } from '#web/ui/shortcut.ts'

const SearchDialog = loadLater(async () => (await import('./search-dialog.tsx')).SearchDialog)

/** Opens the search over everything, by itself or by Ctrl + K where no window is open. */
export function SearchButton() {
  const [open, setOpen] = useState(false)
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (shortcutOf(event) !== 'search') return
      // Browsers take the key for their own search.
      event.preventDefault()
      if (!document.querySelector('[aria-modal="true"]')) setOpen(true)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
  return (
    <>
      <IconButton label="Pretraga (Ctrl + K)" icon={<Search />} onClick={() => setOpen(true)} />
      {open && (
        <Suspense>
          <SearchDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
