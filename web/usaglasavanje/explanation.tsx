import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { MAX_NOTE_CHARACTERS } from '#contract/limits.ts'
import { type UsaglasenRed, usaglasavanjeEndpoints } from '#contract/usaglasavanje.ts'
import { call, reasonOf } from '#web/api.ts'
import { TextInput } from '#web/ui/text-input.tsx'
import { usaglasavanjeScreenTexts } from './usaglasavanje-texts.ts'

type ExplanationProps = { of: UsaglasenRed; name: string }

/** Why a difference is none to worry about: it is saved when its field is left, or by Enter; Escape takes it back. */
export function Explanation({ of: { kljuc, objasnjenje }, name }: ExplanationProps) {
  // Null: as it is stored, also when somebody else changes it.
  const [typed, setTyped] = useState<string | null>(null)
  const saving = useMutation({
    mutationFn: (text: string) =>
      call(usaglasavanjeEndpoints.objasni, { body: { objasnjenja: [{ kljuc, objasnjenje: text || null }] } }),
  })
  const shown = typed ?? objasnjenje ?? ''

  function save() {
    if (typed === null || saving.isPending) return
    const text = typed.trim()
    if (text === (objasnjenje ?? '')) setTyped(null)
    else saving.mutate(text)
  }
  // What was saved is what is stored now; another text is still being typed.
  if (saving.isSuccess && typed !== null && typed.trim() === (objasnjenje ?? '') && saving.variables === typed.trim())
    setTyped(null)

  return (
    <>
      <TextInput
        aria-label={`Objašnjenje: ${name}`}
        value={shown}
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
