import { BookOpen, Search } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { loadLater } from '#web/load-later.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { shortcutOf } from '#web/ui/shortcut.ts'

const SearchDialog = loadLater(async () => (await import('./search-dialog.tsx')).SearchDialog)
const GuideDialog = loadLater(async () => (await import('./guide-dialog.tsx')).GuideDialog)

/** The search over everything, which Ctrl + K opens too where no window is open, and the guide. */
export function HeaderButtons() {
  const [opened, open] = useState<'search' | 'guide' | null>(null)
  const close = () => open(null)
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (shortcutOf(event) !== 'search') return
      // Browsers take the key for their own search.
      event.preventDefault()
      if (!document.querySelector('[aria-modal="true"]')) open('search')
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
  return (
    <>
      <IconButton label="Pretraga (Ctrl + K)" icon={<Search />} onClick={() => open('search')} />
      <IconButton label="Uputstvo" icon={<BookOpen />} onClick={() => open('guide')} />
      <Suspense>
        {opened === 'search' && <SearchDialog onClose={close} />}
        {opened === 'guide' && <GuideDialog onClose={close} />}
      </Suspense>
    </>
  )
}
