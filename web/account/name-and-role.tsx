import { ULOGE, type Uloga } from '#contract/roles.ts'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { accountTexts } from './account-texts.ts'

export type NameAndRoleEntries = { ime: string; uloga: Uloga }
type NameAndRoleProps = NameAndRoleEntries & { onChange: (change: Partial<NameAndRoleEntries>) => void }

/** The two fields that an administrator fills in for an account or an invitation. */
export const NameAndRole = ({ ime, uloga, onChange }: NameAndRoleProps) => (
  <>
    <Field label={accountTexts.name} optional>
      <TextInput value={ime} onChange={(event) => onChange({ ime: event.currentTarget.value })} />
    </Field>
    <Field label={accountTexts.role}>
      <Select
        options={ULOGE}
        value={uloga}
        onChange={(event) => onChange({ uloga: event.currentTarget.value as Uloga })}
      />
    </Field>
  </>
)
