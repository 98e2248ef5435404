import { BookOpen, Search } from 'lucide-react'
import { Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { loadLater } from '#web/load-later.tsx'
import { IconButton } from '#web/ui/button.tsx'
import type { EarlyKeys } from '#web/ui/combobox.tsx'
import { shortcutOf } from '#web/ui/shortcut.ts'
import { keepEarlyKeys } from './early-keys.ts'

const SearchDialog = loadLater(async () => (await import('./search-dialog.tsx')).SearchDialog)
const GuideDialog = loadLater(async () => (await import('./guide-dialog.tsx')).GuideDialog)

type Opened = { window: 'search' } | { window: 'guide'; chapter?: string } | null

/** The search over everything, which Ctrl + K opens too where no window is open, and the guide. */
export function HeaderButtons() {
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
