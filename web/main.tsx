import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './no-eval.ts'
import { App } from './app.tsx'
import { noteInput } from './attended.ts'
import './random-uuid.ts'
import { leaveCtrlAlt } from '#web/ui/shortcut.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has lost its #root')
noteInput()
// The width of the scroll bar, for the page that a window holds still (main.css).
const bar = innerWidth - document.documentElement.offsetWidth
document.documentElement.style.setProperty('--bar-width', `${bar}px`)
leaveCtrlAlt()
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
