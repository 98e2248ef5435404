const LOTS = [
  { broj: 'C4 · 0412', naziv: 'Provodnik 0,50 mm² crni', preostalo: 18 },
  { broj: 'C4 · 0415', naziv: 'Provodnik 0,50 mm² crni', preostalo: 64 },
  { broj: 'C4 · 0417', naziv: 'Konektor 8 polova', preostalo: 100 },
]

/** What the program is about, drawn quietly beside the form: imported lines, each with what is left of it. */
export function LoginPicture() {
  return (
    <div
      aria-hidden
      className="relative hidden items-center justify-center overflow-hidden border-line border-l lg:flex"
    >
      <div className="w-90 max-w-[80%]">
        <ul className="flex flex-col gap-3">
          {LOTS.map(({ broj, naziv, preostalo }) => (
            <li key={broj} className="rounded-panel border border-line bg-panel px-4 py-3">
              <div className="flex items-baseline justify-between gap-4">
                <span className="truncate text-ink-2">{naziv}</span>
                <span className="code flex-none text-ink-3 text-xs">{broj}</span>
              </div>
              <div className="mt-2.5 h-1.5 overflow-hidden rounded-full bg-line">
                <div className="h-full rounded-full bg-accent" style={{ width: `${preostalo}%` }} />
              </div>
            </li>
          ))}
        </ul>
        <div className="ml-8 h-8 border-line-strong border-l border-dashed" />
        <div className="rounded-panel border border-line-strong border-dashed px-4 py-3 text-ink-2">
          <div className="flex items-baseline justify-between gap-4">
            <span>Izvozna deklaracija</span>
            <span className="code text-ink-3 text-xs">C1 · 0214</span>
          </div>
        </div>
      </div>
    </div>
  )
}
