import { useState } from 'react'
import { arePapersOnRequest, keepPapersOnRequest } from '#web/screens/papers-choice.ts'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { accountTexts } from './account-texts.ts'

/** When the papers of an export are downloaded. */
export function PapersSetting() {
  const [onRequest, setOnRequest] = useState(arePapersOnRequest)
  return (
    <Field label={accountTexts.papers} hint={accountTexts.papersNote}>
      <Select
        options={[
          { value: 'uvek', text: accountTexts.papersAlways },
          { value: 'zahtev', text: accountTexts.papersOnRequest },
        ]}
        value={onRequest ? 'zahtev' : 'uvek'}
        onChange={(event) => {
          const chosen = event.currentTarget.value === 'zahtev'
          setOnRequest(chosen)
          keepPapersOnRequest(chosen)
        }}
      />
    </Field>
  )
}
