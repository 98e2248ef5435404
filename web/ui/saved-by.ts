import type { FormEvent, KeyboardEvent } from 'react'
import { shortcutOf } from './shortcut.ts'

/** For a `<form>` on a page: its button, Enter and Ctrl + S inside it call `submit`. */
export const savedBy = (submit: () => void) => ({
  noValidate: true,
  onSubmit: (event: FormEvent) => {
    event.preventDefault()
    submit()
  },
  onKeyDown: (event: KeyboardEvent) => {
    if (shortcutOf(event.nativeEvent) !== 'save') return
    event.preventDefault()
    submit()
  },
})
