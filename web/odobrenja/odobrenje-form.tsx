import { rokTexts } from '#contract/carina.ts'
import { MAX_ODOBRENJE_ITEMS } from '#contract/limits.ts'
import { ODOBRENJE, type Odobrenje, type OdobrenjeIzmenjeno, VRSTE_POSTUPKA } from '#contract/odobrenja.ts'
import { RecordField, RecordForm } from '#web/drafts/record-form.tsx'
import { RecordLines } from '#web/grid/record-lines.tsx'
import type { FormProps } from '#web/records/records-page.tsx'
import { useAlert } from '#web/ui/confirm-and-alert.tsx'
import { toastSuccess } from '#web/ui/toast.tsx'
import { OdobrenjeLine } from './odobrenje-line.tsx'
import { NEW_LINE, ODOBRENJE_RECORD } from './odobrenje-record.tsx'

const PROCEDURES = VRSTE_POSTUPKA.map((name) => ({ id: name, hidesId: true, name }))

/** A changed one says too of which exports it moved the deadline. */
type Saved = Odobrenje & Partial<Pick<OdobrenjeIzmenjeno, 'promenjen_rok_c1'>>

/** Add or edit an authorisation of customs and the goods that it names, saved in one call. */
export function OdobrenjeForm(props: FormProps<Odobrenje>) {
  const alert = useAlert()
  return (
    <RecordForm
      of={ODOBRENJE_RECORD}
      {...props}
      tell={(text, { promenjen_rok_c1 = [] }: Saved) => {
        toastSuccess(text)
        if (promenjen_rok_c1.length > 0) void alert({ text: rokTexts.closed(promenjen_rok_c1) })
      }}
      fields={(form) => (
        <>
          <div className="grid gap-4 sm:grid-cols-6">
            <RecordField of={ODOBRENJE} form={form} name="broj" className="sm:col-span-3" data-autofocus />
            <RecordField
              of={ODOBRENJE}
              form={form}
              name="vrsta_postupka"
              className="sm:col-span-3"
              offered={PROCEDURES}
            />
            <RecordField of={ODOBRENJE} form={form} name="carinski_organ" className="sm:col-span-3" />
            <RecordField of={ODOBRENJE} form={form} name="nadzorni_organ" className="sm:col-span-3" />
            <RecordField of={ODOBRENJE} form={form} name="vazi_od" className="sm:col-span-3" />
            <RecordField of={ODOBRENJE} form={form} name="vazi_do" className="sm:col-span-3" />
            <RecordField
              of={ODOBRENJE}
              form={form}
              name="rok_meseci"
              className="sm:col-span-2"
              inputMode="numeric"
              hint="Od dana uvoza"
            />
            <RecordField of={ODOBRENJE} form={form} name="rok_do_kraja" className="sm:col-span-2" />
            <RecordField
              of={ODOBRENJE}
              form={form}
              name="rok_obracuna_dana"
              className="sm:col-span-2"
              inputMode="numeric"
              hint="Posle roka razduženja"
            />
            <RecordField of={ODOBRENJE} form={form} name="napomena" className="sm:col-span-6" />
          </div>
          <RecordLines
            form={form}
            title="Roba po odobrenju"
            addText="Dodaj stavku"
            max={MAX_ODOBRENJE_ITEMS}
            newLine={NEW_LINE}
            column="tarifni_broj"
            Line={OdobrenjeLine}
          />
        </>
      )}
    />
  )
}
