import { useState } from 'react'
import { keepPapersChoice, type PapersChoice, papersChoice } from '#web/screens/papers-choice.ts'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { accountTexts } from './account-texts.ts'

const OPTIONS = Object.entries(accountTexts.papersChoices).map(([value, text]) => ({ value, text }))

/** When the papers of an export are downloaded, and as how many files. */
export function PapersSetting() {
  const [choice, setChoice] = useState(papersChoice)
  return (
    <Field label={accountTexts.papers} hint={accountTexts.papersNote}>
      <Select
        options={OPTIONS}
        value={choice}
        onChange={(event) => {
          const chosen = event.currentTarget.value as PapersChoice
          setChoice(chosen)
          keepPapersChoice(chosen)
        }}
      />
    </Field>
  )
}
