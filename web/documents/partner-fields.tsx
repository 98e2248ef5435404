import { isMaticniBroj, isPib } from '#domain/codes.ts'
import { CountryInput } from '#web/screens/country-input.tsx'
import { Combobox } from '#web/ui/combobox.tsx'
import { Field } from '#web/ui/field.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import type { FieldSentences } from './draft.ts'
import { type FirmOption, firmOfName, otherFirmOfPib, type Receiver, type Sender } from './firm-options.ts'

type PartnerProps<T> = {
  head: T
  errors: FieldSentences
  /** Choosing a firm changes all of its fields at once, and with them goes what was wrong with them (spec §2). */
  onChange: (change: Partial<T>) => void
  firms: readonly FirmOption<T>[]
}

/**
 * Name with the firms of earlier documents, city and country of the sender. Tab after a whole name fills like a choice:
 * at Tab, not when the field is left, so that the next field is full before it gets the focus, is selected, and what is
 * typed on replaces it.
 */
export function SenderFields({ head, errors, onChange, firms, wide }: PartnerProps<Sender> & { wide?: boolean }) {
  const half = wide ? '@3xl:col-span-2' : ''
  return (
    <>
      <Field label="Pošiljalac" required error={errors.posiljalac_naziv} className="col-span-2">
        <Combobox
          name="posiljalac_naziv"
          value={head.posiljalac_naziv}
          options={firms}
          onText={(posiljalac_naziv) => onChange({ posiljalac_naziv })}
          onChoose={({ fills }) => onChange(fills)}
          meant={() => firmOfName(firms, head.posiljalac_naziv, head)}
        />
      </Field>
      <Field label="Grad pošiljaoca" required error={errors.posiljalac_grad} className={half}>
        <TextInput
          name="posiljalac_grad"
          value={head.posiljalac_grad}
          onChange={(event) => onChange({ posiljalac_grad: event.currentTarget.value })}
        />
      </Field>
      <Field label="Država pošiljaoca" required error={errors.posiljalac_drzava} className={half}>
        <CountryInput
          name="posiljalac_drzava"
          value={head.posiljalac_drzava}
          onChange={(posiljalac_drzava) => onChange({ posiljalac_drzava })}
        />
      </Field>
    </>
  )
}

/** Name with the firms of earlier documents, PIB, MB and city of the receiver. */
export function ReceiverFields({ head, errors, onChange, firms }: PartnerProps<Receiver>) {
  return (
    <>
      <Field label="Primalac" required error={errors.primalac_naziv} className="col-span-2">
        <Combobox
          name="primalac_naziv"
          value={head.primalac_naziv}
          options={firms}
          onText={(primalac_naziv) => onChange({ primalac_naziv })}
          onChoose={({ fills }) => onChange(fills)}
          meant={() => firmOfName(firms, head.primalac_naziv, head)}
        />
      </Field>
      <Field
        label="PIB"
        optional
        error={errors.primalac_pib}
        hint={pibHint(head.primalac_pib.trim(), otherFirmOfPib(firms, head))}
      >
        <TextInput
          name="primalac_pib"
          className="code"
          inputMode="numeric"
          value={head.primalac_pib}
          onChange={(event) => onChange({ primalac_pib: event.currentTarget.value })}
        />
      </Field>
      <Field label="MB" optional error={errors.primalac_mb} hint={mbHint(head.primalac_mb.trim())}>
        <TextInput
          name="primalac_mb"
          className="code"
          inputMode="numeric"
          value={head.primalac_mb}
          onChange={(event) => onChange({ primalac_mb: event.currentTarget.value })}
        />
      </Field>
      <Field label="Grad primaoca" required error={errors.primalac_grad} className="col-span-2">
        <TextInput
          name="primalac_grad"
          value={head.primalac_grad}
          onChange={(event) => onChange({ primalac_grad: event.currentTarget.value })}
        />
      </Field>
    </>
  )
}

/**
 * Nothing is refused on it. A PIB of another firm mostly stayed when the name was typed anew; of control digits only
 * numbers that look Serbian are checked: foreign partners have others.
 */
const pibHint = (pib: string, otherFirm: string | undefined) => {
  if (otherFirm) return `Proverite: u ranijim dokumentima ovaj PIB ima ${otherFirm}.`
  return /^\d{9}$/.test(pib) && !isPib(pib) ? WRONG_DIGIT : ''
}
const mbHint = (mb: string) => (/^\d{8}$/.test(mb) && !isMaticniBroj(mb) ? WRONG_DIGIT : '')
const WRONG_DIGIT = 'Proverite: kontrolna cifra nije ispravna.'
