import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { MAX_NOTE_CHARACTERS } from '#contract/limits.ts'
import { type UsaglasenRed, usaglasavanjeEndpoints } from '#contract/usaglasavanje.ts'
import { call, reasonOf } from '#web/api.ts'
import { useChangesAllowed } from '#web/ui/changes-allowed.ts'
import { TextInput } from '#web/ui/text-input.tsx'
import { usaglasavanjeScreenTexts } from './usaglasavanje-texts.ts'

type ExplanationProps = { of: UsaglasenRed; name: string }

/** The keys of differences whose explanation is typed and not sent. */
const unsent = new Set<string>()
export const isAnyUnsent = (): boolean => unsent.size > 0

/** Why a difference is none to worry about. */
export const Explanation = (props: ExplanationProps) =>
  useChangesAllowed() ? <ExplanationField {...props} /> : (props.of.objasnjenje ?? '—')

/** It is saved when it is left, or by Enter; Escape takes it back. */
function ExplanationField({ of: { kljuc, objasnjenje }, name }: ExplanationProps) {
  // Null: as it is stored, also when somebody else changes it.
  const [typed, setTyped] = useState<string | null>(null)
  const saving = useMutation({
    // One after another, so that what was typed last is what stays.
    scope: { id: kljuc },
    mutationFn: (text: string) =>
      call(usaglasavanjeEndpoints.objasni, { body: { objasnjenja: [{ kljuc, objasnjenje: text || null }] } }),
  })
  const stored = objasnjenje ?? ''
  const text = typed?.trim()
  const isSent = text === saving.variables && !saving.isError
  const isUnsent = text !== undefined && text !== stored && !isSent
  useEffect(() => {
    if (!isUnsent) return
    unsent.add(kljuc)
    return () => void unsent.delete(kljuc)
  }, [isUnsent, kljuc])

  function save() {
    if (text === undefined) return
    if (text !== (saving.isPending ? saving.variables : stored)) saving.mutate(text)
    else if (!saving.isPending) setTyped(null)
  }
  // A saved text is the stored one now; another text is still being typed.
  if (saving.isSuccess && isSent && text === stored) setTyped(null)

  return (
    <>
      <TextInput
        aria-label={`Objašnjenje: ${name}`}
        value={typed ?? stored}
        maxLength={MAX_NOTE_CHARACTERS}
        placeholder="Zašto se razlikuje"
        aria-invalid={saving.isError || undefined}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={save}
        onKeyDown={(event) => {
          if (event.key === 'Enter') save()
          if (event.key === 'Escape' && typed !== null) {
            event.stopPropagation()
            setTyped(null)
          }
        }}
      />
      {saving.isPending && <p className="mt-1 text-ink-3 text-xs">Čuvanje...</p>}
      {saving.isError && (
        <p role="alert" className="mt-1 text-bad text-xs">
          {usaglasavanjeScreenTexts.notExplained} {reasonOf(saving.error)}
        </p>
      )}
    </>
  )
}
