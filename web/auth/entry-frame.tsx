import type { ReactNode } from 'react'
import { BrandMark } from '#web/screens/brand.tsx'
import { LoginPicture } from './login-picture.tsx'

type EntryFrameProps = {
  title: string
  /** Under it. */
  note: string
  /** The title of the browser's window. */
  windowTitle: string
  children: ReactNode
}

/** The frame of what one sees before one is logged in: what is entered on the left, the picture on the right. */
export const EntryFrame = ({ title, note, windowTitle, children }: EntryFrameProps) => (
  <div className="grid min-h-dvh lg:grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)]">
    <main className="flex flex-col items-center justify-center bg-panel px-5 py-10 sm:px-10">
      <div className="w-full max-w-90 [--control:40px]">
        <BrandMark className="mb-6 size-10 rounded-panel text-xl" />
        <h1 className="text-balance font-semibold text-2xl tracking-tight">{title}</h1>
        <p className="mt-1 mb-6 text-ink-2">{note}</p>
        {children}
      </div>
    </main>
    <LoginPicture />
    <title>{`${windowTitle} · Sistem za upravljanje zalihama`}</title>
  </div>
)
