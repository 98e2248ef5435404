import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { MAX_REASON_CHARACTERS } from '#contract/limits.ts'
import { ostalaRazduzenjaEndpoints } from '#contract/ostala-razduzenja.ts'
import { type CalendarDate, formatDate } from '#domain/calendar-date.ts'
import { formatMicro, microFromNumber, microToNumber, NO_QUANTITY, parseSerbian } from '#domain/decimal.ts'
import type { ForeseenDraw } from '#web/foreseen/foreseen-draws.ts'
import { read } from '#web/queries.ts'
import { FormBanner } from '#web/screens/form-banner.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Quantity } from '#web/ui/number.tsx'
import { NumberInput } from '#web/ui/number-input.tsx'
import { typedNumber } from '#web/ui/number-text.ts'
import { Select } from '#web/ui/select.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import type { C1Line } from './c1-draft.ts'
import { directedIn, directedText, lotName } from './c1-draft.ts'
import { c1Texts } from './c1-texts.ts'

type DirectDialogProps = {
  /** The draw that 'Proveri' found for the line: the material and quantity that the choice begins with. */
  draw: ForeseenDraw
  line: C1Line
  datum: CalendarDate | null
  /** The stored export, whose own draws count as not taken. */
  bez_c1: number | null
  /** The id of the authorisation of the export, 0 for none. */
  red_odobrenja: number
  onChange: (change: Partial<C1Line>) => void
  onClose: () => void
}

/** Chooses a lot from which a line takes a material, how much, and why (customs §4.4). */
export function DirectDialog({ draw, line, datum, bez_c1, red_odobrenja, onChange, onClose }: DirectDialogProps) {
  const { materijal_id, materijal_naziv, jedinica_mere } = draw
  const [lot, setLot] = useState('')
  const [kolicina, setKolicina] = useState(typedNumber(draw.kolicina))
  const [razlog, setRazlog] = useState('')
  const [tried, setTried] = useState(false)
  const query = { materijal_id, datum, red_odobrenja, ...(bez_c1 !== null && { bez_c1 }) }
  const { data, isError } = useQuery({
    ...read(ostalaRazduzenjaEndpoints.mogucnostiRazduzenja, { query }),
    enabled: datum !== null,
  })
  const lots = (data?.results ?? []).filter(({ moguce }) => moguce > 0)
  const chosen = lots.find(({ ulaz_stavka_id }) => String(ulaz_stavka_id) === lot)
  const typed = parseSerbian(kolicina)
  const errors = tried
    ? {
        lot: chosen ? undefined : c1Texts.directLotMissing,
        kolicina: typed === null || typed <= 0 ? c1Texts.directQuantityMissing : undefined,
        razlog: razlog.trim() === '' ? c1Texts.directReasonMissing : undefined,
      }
    : {}

  function submit() {
    setTried(true)
    if (!chosen || typed === null || typed <= 0 || razlog.trim() === '') return
    const others = directedIn(line.usmerenja).filter(({ ulaz_stavka_id }) => ulaz_stavka_id !== chosen.ulaz_stavka_id)
    const one = { materijal_id, ulaz_stavka_id: chosen.ulaz_stavka_id, kolicina: microToNumber(typed) }
    onChange({ usmerenja: directedText([...others, { ...one, razlog: razlog.trim(), lot: lotName(chosen) }]) })
    onClose()
  }

  const hint = chosen && `Na taj dan ima ${formatMicro(chosen.moguce)} ${jedinica_mere}.`
  return (
    <Dialog
      open
      onClose={onClose}
      onSubmit={submit}
      title={`Usmeri: ${materijal_naziv} (${materijal_id})`}
      dirty={lot !== '' || razlog !== '' || kolicina !== typedNumber(draw.kolicina)}
      foot={(close) => (
        <>
          <Button onClick={close}>Odustani</Button>
          <Button type="submit" variant="primary">
            Usmeri
          </Button>
        </>
      )}
    >
      <p className="mb-4 text-ink-2">{c1Texts.directNote}</p>
      {isError && <FormBanner title={c1Texts.directLotsFailed} />}
      <div className="grid gap-4">
        <Field label="Stavka uvoza" error={errors.lot} required>
          <Select
            data-autofocus
            options={lots.map((one) => ({
              value: String(one.ulaz_stavka_id),
              text: `${lotName(one)} · ${formatDate(one.c4_datum)} · ${formatMicro(one.moguce)} ${jedinica_mere}`,
            }))}
            emptyText={data && lots.length === 0 ? c1Texts.directNoLots : 'Izaberite stavku uvoza'}
            value={lot}
            onChange={({ currentTarget: { value } }) => setLot(value)}
          />
        </Field>
        <Field label="Količina" error={errors.kolicina} hint={hint} required>
          <NumberInput value={kolicina} onChange={setKolicina} unit={jedinica_mere} />
        </Field>
        <Field label="Razlog" error={errors.razlog} required>
          <TextInput
            value={razlog}
            maxLength={MAX_REASON_CHARACTERS}
            onChange={(event) => setRazlog(event.target.value)}
          />
        </Field>
      </div>
    </Dialog>
  )
}

/** The directed draws of a line, each with a button that removes it. */
export function DirectedList({ line, onChange }: { line: C1Line; onChange: (change: Partial<C1Line>) => void }) {
  const directed = directedIn(line.usmerenja)
  if (directed.length === 0) return null
  return (
    <ul aria-label="Usmereno" className="mt-1">
      {directed.map(({ materijal_id, ulaz_stavka_id, kolicina, razlog, lot }) => (
        <li key={ulaz_stavka_id} className="flex items-center gap-2">
          <span className="min-w-0 text-ink-2">
            Usmereno: <span className="code">{materijal_id}</span>{' '}
            <Quantity value={microFromNumber(kolicina) ?? NO_QUANTITY} strong /> iz <span className="code">{lot}</span>{' '}
            · {razlog}
          </span>
          <IconButton
            label={`Ukloni usmerenje ${materijal_id} iz ${lot}`}
            icon={<Trash2 />}
            danger
            onClick={() =>
              onChange({ usmerenja: directedText(directed.filter((one) => one.ulaz_stavka_id !== ulaz_stavka_id)) })
            }
          />
        </li>
      ))}
    </ul>
  )
}
