import { LogOut } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Micro, Para } from '#domain/decimal.ts'
import { Button } from '#web/ui/button.tsx'
import { Codes } from '#web/ui/codes.tsx'
import { Combobox } from '#web/ui/combobox.tsx'
import { useAlert, useConfirm } from '#web/ui/confirm-and-alert.tsx'
import { DateInput } from '#web/ui/date-input.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { FileDrop } from '#web/ui/file-drop.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { Money, Quantity } from '#web/ui/number.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { THEMES } from '#web/ui/theme.ts'
import { toastError, toastSuccess } from '#web/ui/toast.tsx'
import { useTheme } from '#web/ui/use-theme.ts'
import { materials } from './samples.ts'

/** Windows, questions, toasts and menus. */
export function WindowSamples() {
  const confirm = useConfirm()
  const alert = useAlert()
  const [chosen, choose] = useTheme()
  const [open, setOpen] = useState<'sheet' | 'medium' | null>(null)
  const [answer, setAnswer] = useState('')

  async function ask() {
    const yes = await confirm({
      title: 'Potvrda brisanja',
      text: 'Da li ste sigurni da želite da obrišete ovaj C1 dokument?',
      danger: true,
    })
    setAnswer(yes ? 'Da' : 'Ne')
  }

  return (
    <Panel title="Prozori" padded>
      <div className="gallery-row">
        <Button onClick={() => setOpen('sheet')}>Dokument</Button>
        <Button onClick={() => setOpen('medium')}>Materijal</Button>
        <Button onClick={ask}>Pitanje</Button>
        <Button
          onClick={() =>
            alert({
              text: 'Greška prilikom brisanja dokumenta.',
              reason: (
                <>
                  Dokument je razdužen u: <Codes text="C1-12, C1-13" />
                </>
              ),
            })
          }
        >
          Upozorenje
        </Button>
        <Button onClick={() => toastSuccess('Materijal uspešno dodat.')}>Uspeh</Button>
        <Button onClick={() => toastError('Greška prilikom snimanja proizvoda.', 'Nema odgovora sa servera.')}>
          Greška
        </Button>
        <Menu
          button="izvoz@sumadijakabl.rs"
          head="izvoz@sumadijakabl.rs"
          entries={[
            ...THEMES.map(({ theme, name }) => ({
              text: name,
              checked: theme === chosen,
              onChoose: () => choose(theme),
            })),
            { text: 'Logout', icon: <LogOut aria-hidden />, line: true, onChoose: () => setAnswer('Logout') },
          ]}
        />
        <output>{answer}</output>
      </div>
      <SampleForm
        open={open !== null}
        size={open ?? 'medium'}
        onClose={() => setOpen(null)}
        onSent={() => toastSuccess('Materijal uspešno dodat.')}
      />
    </Panel>
  )
}

type SampleFormProps = { open: boolean; size: 'sheet' | 'medium'; onClose: () => void; onSent: () => void }

function SampleForm({ open, size, onClose, onSent }: SampleFormProps) {
  const [naziv, setNaziv] = useState('')
  const [datum, setDatum] = useState('')
  const [material, setMaterial] = useState<{ id: string; name: string } | null>(null)
  const side: ReactNode = size === 'sheet' && (
    <>
      <h3 className="mb-2 font-semibold">PDF dokumenta</h3>
      <FileDrop label="PDF dokumenta" accept="application/pdf" file={null} onChoose={() => {}} hint="Najviše 10 MB" />
    </>
  )
  const totals = size === 'sheet' && (
    <>
      <span>
        Stavki <strong className="text-ink">16</strong>
      </span>
      <span>
        Količina <Quantity value={48_960_000_000 as Micro} strong />
      </span>
      <span>
        Vrednost <Money value={556_840 as Para} currency="EUR" strong />
      </span>
    </>
  )
  return (
    <Dialog
      open={open}
      size={size}
      title={size === 'sheet' ? 'Novi ulazni dokument' : 'Novi materijal'}
      onClose={() => {
        setNaziv('')
        onClose()
      }}
      dirty={naziv !== ''}
      onSubmit={onSent}
      headerRight={size === 'sheet' && 'Nacrt sačuvan pre 3 s'}
      side={side || undefined}
      totals={totals || undefined}
      foot={(close) => (
        <>
          <Button onClick={close}>Otkaži</Button>
          <Button type="submit" variant="primary">
            Napravi dokument
          </Button>
        </>
      )}
    >
      <div className="gallery-fields">
        <Field label="Naziv">
          <TextInput value={naziv} onChange={(event) => setNaziv(event.currentTarget.value)} />
        </Field>
        <Field label="Datum">
          <DateInput value={datum} onChange={setDatum} />
        </Field>
        <Field label="Izbor materijala">
          <Combobox value={material?.name ?? ''} code={material?.id} options={materials} onChoose={setMaterial} />
        </Field>
      </div>
    </Dialog>
  )
}
