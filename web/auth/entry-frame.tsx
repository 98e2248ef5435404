import type { ReactNode } from 'react'
import { BrandMark } from '#web/screens/brand.tsx'

type EntryFrameProps = {
  title: string
  /** The sentence under the title. */
  note: string
  /** The title of the browser's window. */
  windowTitle: string
  children: ReactNode
}

/** The frame of the screens before the login: the form on the left, the picture on the right. */
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

type Lot = { broj: string; naziv: string; preostalo: number; path: string; taken: boolean }

// Oldest first, as goods are discharged: the first lot is used up, the second is being used, the third is untouched.
const LOTS: readonly Lot[] = [
  { broj: '0412', naziv: 'Provodnik crni', preostalo: 0, path: 'M208 37 C256 37 252 133 296 133', taken: true },
  { broj: '0415', naziv: 'Provodnik crni', preostalo: 62, path: 'M208 133 L296 133', taken: true },
  { broj: '0417', naziv: 'Provodnik crni', preostalo: 100, path: 'M208 229 C256 229 252 133 296 133', taken: false },
]

/** The program's purpose, drawn quietly beside the form: an export and the imported lines it was made from. */
function LoginPicture() {
  return (
    <div aria-hidden className="hidden items-center justify-center overflow-hidden border-line border-l lg:flex">
      <div className="relative h-66 w-116 flex-none">
        <svg viewBox="0 0 464 266" className="absolute inset-0 size-full fill-none" role="presentation">
          {LOTS.map(({ broj, path, taken }) => (
            <path
              key={broj}
              d={path}
              strokeWidth="1.5"
              strokeDasharray={taken ? undefined : '3 5'}
              className={taken ? 'stroke-accent' : 'stroke-line-strong'}
            />
          ))}
        </svg>
        {LOTS.map(({ broj, naziv, preostalo }, place) => (
          <div
            key={broj}
            style={{ top: `${place * 96}px` }}
            className="absolute left-0 h-18.5 w-52 rounded-panel border border-line bg-panel px-3.5 py-2.5"
          >
            <div className="flex items-baseline justify-between gap-3">
              <span className="code font-medium">C4 · {broj}</span>
              <span className="num text-ink-3 text-xs">{preostalo} %</span>
            </div>
            <p className="text-ink-3 text-xs">{naziv}</p>
            <div className="mt-1.5 h-1 overflow-hidden rounded-full bg-line">
              <div className="h-full rounded-full bg-accent" style={{ width: `${preostalo}%` }} />
            </div>
          </div>
        ))}
        <div className="absolute top-22 right-0 h-22.5 w-42 rounded-panel border border-accent bg-panel px-3.5 py-3">
          <span className="code font-medium">C1 · 0214</span>
          <p className="mt-1 text-ink-3 text-xs">Kablovski set</p>
          <p className="num mt-1 text-sm">
            1.240 <span className="text-ink-3">kom</span>
          </p>
        </div>
      </div>
    </div>
  )
}
