import { useQuery } from '@tanstack/react-query'
import type { MovedC1 } from '#contract/documents.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Quantity } from '#web/ui/number.tsx'
import { documentScreenTexts } from './document-texts.ts'
import type { Foreseen } from './foreseen-draws.ts'

/** Exports that are named; the others are only counted. */
const NAMED_AT_MOST = 8

type ForeseenProps = { readonly id: number; readonly foresee: (id: number) => Promise<Foreseen> }

/** The effects of deleting a document on others, asked while the question stands (customs §4.12). */
export function ForeseenDeletion({ id, foresee }: ForeseenProps) {
  const { data, isError } = useQuery({
    queryKey: ['provera', id, foresee],
    queryFn: () => foresee(id),
    // Each question asks again. A failure keeps nobody from answering it.
    gcTime: 0,
    retry: false,
  })
  return (
    <div role="status" className="mt-3 border-t border-line-quiet pt-3 text-ink">
      {data ? <ForeseenText {...data} /> : isError ? documentScreenTexts.notForeseen : documentScreenTexts.foreseeing}
    </div>
  )
}

/** The exports that would move or lack something, or the reason of a refusal. */
export function ForeseenText({ odbijeno, promenjeni_c1, promenjenih_c1 }: Foreseen) {
  if (!odbijeno && promenjenih_c1 === 0) return <p>{documentScreenTexts.nothingForeseen}</p>
  return (
    <>
      {odbijeno && <p className="text-bad">{odbijeno.message}</p>}
      {promenjenih_c1 > 0 && <ForeseenMoves of={promenjeni_c1} all={promenjenih_c1} />}
    </>
  )
}

/** The exports that would move, and what they would lack. */
export function ForeseenMoves({ of: promenjeni_c1, all: promenjenih_c1 }: { of: readonly MovedC1[]; all: number }) {
  const lacking = promenjeni_c1.filter(({ novi_manjak }) => novi_manjak.length > 0)
  return (
    <>
      <p>
        {documentScreenTexts.wouldMove(promenjenih_c1)} <Numbers of={promenjeni_c1} all={promenjenih_c1} />
      </p>
      {lacking.length > 0 && (
        <>
          <p className="mt-2 text-bad">{documentScreenTexts.wouldLack(lacking.length)}</p>
          <ul className="text-bad">
            {lacking.slice(0, NAMED_AT_MOST).map(({ id, broj_c1, novi_manjak }) => (
              <li key={id}>
                <span className="code">{broj_c1}</span>:{' '}
                {novi_manjak.map(({ materijal_id, kolicina, jedinica_mere }, at) => (
                  <span key={materijal_id}>
                    {at > 0 && ', '}
                    {materijal_id} <Quantity value={kolicina} unit={jedinica_mere} />
                  </span>
                ))}
              </li>
            ))}
            {lacking.length > NAMED_AT_MOST && <li>i još: {lacking.length - NAMED_AT_MOST}</li>}
          </ul>
        </>
      )}
    </>
  )
}

/** No number breaks at its hyphen. */
const Numbers = ({ of, all }: { of: readonly MovedC1[]; all: number }) => (
  <>
    {of.slice(0, NAMED_AT_MOST).map(({ id, broj_c1 }, at) => (
      <span key={id}>
        {at > 0 && ', '}
        <span className="code whitespace-nowrap">{broj_c1}</span>
      </span>
    ))}
    {all > NAMED_AT_MOST && ` i još ${all - NAMED_AT_MOST}`}
  </>
)

/** A note that the form has changed since the check. */
export const OutdatedForeseen = () => (
  <p className="flex flex-wrap items-center gap-x-2">
    <Badge tone="warning">zastarelo</Badge> {documentScreenTexts.outdatedForeseen}
  </p>
)

type ForeseenNoteProps = { found: Foreseen | null; outdated: boolean; foreseeing: boolean; onShow: () => void }

/** The last result of 'Proveri', above the invoices; nothing before the first one. */
export function ForeseenNote({ found, outdated, foreseeing, onShow }: ForeseenNoteProps) {
  return (
    <div role="status">
      {foreseeing && <p className="mt-4 text-ink-2">{documentScreenTexts.foreseeing}</p>}
      {!foreseeing && found && (
        <div className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-control border border-line px-3 py-1.5">
          <span className="font-medium">Provera pre čuvanja</span>
          {outdated ? <OutdatedForeseen /> : <ForeseenInShort {...found} />}
          <span className="ml-auto">
            <Button variant="ghost" onClick={onShow}>
              Prikaži proveru
            </Button>
          </span>
        </div>
      )}
    </div>
  )
}

const ForeseenInShort = ({ odbijeno, promenjenih_c1 }: Foreseen) => (
  <span className={odbijeno ? 'text-bad' : 'text-ink-2'}>
    {odbijeno?.message ??
      (promenjenih_c1 === 0 ? documentScreenTexts.nothingForeseen : documentScreenTexts.movesInAll(promenjenih_c1))}
  </span>
)
