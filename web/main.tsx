import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './no-eval.ts'
import { App } from './app.tsx'
import './random-uuid.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has lost its #root')
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
