import { type ReactNode, useState } from 'react'
import type { ImportChanges } from '#contract/imports.ts'
import { Fold } from '#web/ui/fold.tsx'

/** Longer lists are cut: a document may have thousands of lines. */
const SHOWN_CHANGES = 50

type Changed = { readonly izmene?: ImportChanges | null }

/**
 * The changes to the stored record of a row, to stand under that row; null where there are none. `name` is the
 * record's.
 */
export const changesUnder = ({ izmene }: Changed, name: string): ReactNode =>
  izmene ? <ChangesOf izmene={izmene} name={name} /> : null

/** The counts in one line, which opens the lists; open at once where something goes. */
function ChangesOf({ izmene, name }: { izmene: ImportChanges; name: string }) {
  const { dolazi, menja, odlazi, ostaje } = izmene
  const [open, setOpen] = useState(odlazi.length > 0)
  const counts = [
    ['dolazi', dolazi.length],
    ['menja se', menja.length],
    ['nestaje', odlazi.length],
  ] as const
  const told = counts.flatMap(([word, count]) => (count > 0 ? [`${word} ${count}`] : []))
  return (
    <Fold title={`Izmene za ${name}: ${told.join(', ') || 'ništa'}`} open={open} toggle={setOpen}>
      <div className="flex flex-col gap-2 pb-2 text-sm">
        <List title="Dolazi" of={dolazi} />
        <List
          title="Menja se"
          of={menja.map(({ gde, polje, staro, novo }) => (
            <>
              {[gde, polje].filter(Boolean).join(', ')}: <del className="text-ink-3">{staro || '—'}</del> →{' '}
              <ins className="font-semibold no-underline">{novo || '—'}</ins>
            </>
          ))}
        />
        <List title="Nestaje" of={odlazi} look="text-bad" />
        {ostaje && <p className="text-ink-2">{ostaje}</p>}
      </div>
    </Fold>
  )
}

function List({ title, of, look = '' }: { title: string; of: readonly ReactNode[]; look?: string }) {
  if (of.length === 0) return null
  const more = of.length - SHOWN_CHANGES
  return (
    <div className={look}>
      <p className="font-semibold">{title}</p>
      <ul aria-label={title} className="num list-disc pl-5">
        {of.slice(0, SHOWN_CHANGES).map((one, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lists of an answer never change
          <li key={at} className="break-words">
            {one}
          </li>
        ))}
        {more > 0 && <li>i još {more}</li>}
      </ul>
    </div>
  )
}
