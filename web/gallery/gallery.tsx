import { Pencil, Plus, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import type { CalendarDate } from '#domain/calendar-date.ts'
import { formatMicro, type Micro, sum } from '#domain/decimal.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Codes } from '#web/ui/codes.tsx'
import { Collapsible } from '#web/ui/collapsible.tsx'
import { Combobox } from '#web/ui/combobox.tsx'
import { AskingProvider, useAlert, useConfirm } from '#web/ui/confirm-and-alert.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { DateText } from '#web/ui/date.tsx'
import { DateInput } from '#web/ui/date-input.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FaultNote } from '#web/ui/fault-note.tsx'
import { Field } from '#web/ui/field.tsx'
import { FileDrop } from '#web/ui/file-drop.tsx'
import { FilterPanel } from '#web/ui/filter-panel.tsx'
import { Fold } from '#web/ui/fold.tsx'
import { LookupCell } from '#web/ui/lookup-cell.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { NameWithId } from '#web/ui/name-with-id.tsx'
import { Quantity } from '#web/ui/number.tsx'
import { NumberInput } from '#web/ui/number-input.tsx'
import { matchOptions } from '#web/ui/option-match.ts'
import { Panel } from '#web/ui/panel.tsx'
import { PasswordInput } from '#web/ui/password-input.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { Select } from '#web/ui/select.tsx'
import { Setting } from '#web/ui/setting.tsx'
import { StatCard } from '#web/ui/stat-card.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { THEMES, useTheme } from '#web/ui/theme.ts'
import { Toasts, toastError, toastSuccess } from '#web/ui/toast.tsx'
import { YesNo } from '#web/ui/yes-no.tsx'

const materials = [
  { id: 'PRV050CRN', name: 'Provodnik FLRY-B 0,50 mm² crni', detail: 'm' },
  { id: 'TRM063M', name: 'Terminal 0,63 mm muški', detail: 'kom' },
  { id: 'TRM150M', name: 'Terminal 1,5 mm muški', detail: 'kom' },
]
const firms = [
  { id: 'Müller Kabel GmbH', name: 'Müller Kabel GmbH', detail: 'München, Nemačka' },
  { id: 'Brembati', name: 'Brembati Connettori S.p.A.', detail: 'Torino, Italija' },
]
/** The search of a field, answered by the sample materials instead of the server. */
const searchMaterials = async (text: string) => matchOptions(materials, text)

/** A field with a state of its own, which begins as `start`. */
function Held<T>({ start, children }: { start: T; children: (value: T, set: (value: T) => void) => ReactNode }) {
  const [value, set] = useState(start)
  return children(value, set)
}

/** Windows, questions, toasts and menus. */
function Windows() {
  const confirm = useConfirm()
  const alert = useAlert()
  const [theme, chooseTheme] = useTheme()
  const [open, setOpen] = useState(false)
  const [answer, setAnswer] = useState('')
  const ask = async () => {
    const yes = await confirm({ title: 'Potvrda brisanja', text: 'Da li ste sigurni?', danger: true })
    setAnswer(yes ? 'Da' : 'Ne')
  }
  const warn = () =>
    alert({
      text: 'Greška prilikom brisanja dokumenta.',
      reason: (
        <>
          Dokument je razdužen u: <Codes text="C1-12, C1-13" />
        </>
      ),
    })
  const themes = THEMES.map((one) => ({
    text: one.name,
    checked: one.theme === theme,
    onChoose: () => chooseTheme(one.theme),
  }))
  return (
    <Panel title="Prozori" padded>
      <div className="gallery-row">
        <Button onClick={() => setOpen(true)}>Dokument</Button>
        <Button onClick={ask}>Pitanje</Button>
        <Button onClick={warn}>Upozorenje</Button>
        <Button onClick={() => toastError('Greška prilikom snimanja proizvoda.', 'Nema odgovora sa servera.')}>
          Greška
        </Button>
        <Menu button="izvoz@sumadijakabl.rs" head="izvoz@sumadijakabl.rs" entries={themes} />
        <output>{answer}</output>
      </div>
      {open && <DocumentDialog onClose={() => setOpen(false)} />}
    </Panel>
  )
}

function DocumentDialog({ onClose }: { onClose: () => void }) {
  const [naziv, setNaziv] = useState('')
  return (
    <Dialog
      open
      size="sheet"
      title="Novi ulazni dokument"
      onClose={onClose}
      dirty={naziv !== ''}
      onSubmit={() => toastSuccess('Materijal uspešno dodat.')}
      headerRight="Nacrt sačuvan u 14:05"
      side={<FileDrop label="PDF dokumenta" accept="application/pdf" file={null} onChoose={() => {}} />}
      totals={<Quantity value={48_960_000_000 as Micro} strong />}
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
          <Held start="">{(value, set) => <DateInput value={value} onChange={set} />}</Held>
        </Field>
        <Field label="Izbor materijala">
          <Combobox value="" options={materials} onChoose={() => {}} />
        </Field>
      </div>
    </Dialog>
  )
}

/** Buttons, marks, messages and what opens. */
const Controls = () => (
  <Panel title="Dugmad i poruke" padded>
    <div className="gallery-row">
      <Button variant="primary" icon={<Plus aria-hidden />}>
        Novi ulazni dokument
      </Button>
      <Button variant="danger">Obriši</Button>
      <Button variant="ghost">Otkaži</Button>
      <Button variant="primary" busy busyText="Prijavljivanje...">
        Prijavi se
      </Button>
      <Button disabled>Prethodna</Button>
      <IconButton label="Izmeni" icon={<Pencil />} />
      <YesNo value={true} />
      <Badge tone="accent">Aktivni</Badge>
      <Badge tone="warning">Manjak</Badge>
      <Badge tone="bad">Obrisano</Badge>
    </div>
    <Banner title="Sva obavezna polja moraju da budu popunjena" />
    <Banner tone="warning" title="Manjak: PRV050CRN 120 m" />
    <Banner tone="info" title="Nacrt od juče" />
    <FaultNote>Morate dodati barem jednu fakturu sa stavkama</FaultNote>
    <FilterPanel active onClear={() => {}} defaultOpen>
      <Field label="C1 broj">
        <TextInput />
      </Field>
    </FilterPanel>
    <Setting sentence="Toliko dana pre roka uvoz dobija oznaku da ističe.">
      <Checkbox indeterminate>Neki</Checkbox>
    </Setting>
    <Held start="prva">
      {(active, set) => (
        <Tabs label="Jezičci" tabs={[{ id: 'prva', name: 'Prva' }]} active={active} onChange={set}>
          Sadržaj
        </Tabs>
      )}
    </Held>
    <Held start={true}>
      {(open, set) => (
        <Fold title="Carina" open={open} toggle={set}>
          JCI
        </Fold>
      )}
    </Held>
    <Held start={true}>
      {(open, set) => (
        <Collapsible title="DE-2026-0417" meta="3 stavke" open={open} onToggle={set}>
          2.450,00 EUR
        </Collapsible>
      )}
    </Held>
  </Panel>
)

const Fields = () => (
  <Panel title="Polja" padded>
    <div className="gallery-fields">
      <Field label="Tip dokumenta" required>
        <Select options={['Carinska deklaracija', 'Uvozna deklaracija', 'Privremeni uvoz']} />
      </Field>
      <Field label="Zemlja otpreme" error="Obavezno polje">
        <TextInput />
      </Field>
      <Field label="Datum">
        <Held start="20.11.2026.">{(value, set) => <DateInput value={value} onChange={set} />}</Held>
      </Field>
      <Field label="Količina" hint="Strelice menjaju za 1.">
        <Held start="12000">
          {(value, set) => <NumberInput value={value} onChange={set} unit="kom" step={1_000_000 as Micro} />}
        </Held>
      </Field>
      <Field label="Pošiljalac">
        <Held start="Müller Kabel GmbH">
          {(value, set) => (
            <Combobox value={value} options={firms} onText={set} onChoose={(chosen) => set(chosen.name)} />
          )}
        </Held>
      </Field>
      <Field label="Materijal">
        <Held start={{ id: 'PRV050CRN', name: 'Provodnik FLRY-B 0,50 mm² crni' }}>
          {(value, set) => <Combobox value={value.name} code={value.id} search={searchMaterials} onChoose={set} />}
        </Held>
      </Field>
      <Field label="PIB" optional>
        <TextInput className="num" defaultValue="101134702" disabled />
      </Field>
      <Field label="Lozinka">
        <PasswordInput defaultValue="tajna123" autoComplete="new-password" />
      </Field>
      <Held start={{ id: '', name: '' }}>
        {(value, set) => (
          <LookupCell
            aria-label="Materijal stavke"
            value={value.name}
            code={value.id}
            search={searchMaterials}
            onChoose={set}
            onLeave={(name) => set({ id: '', name })}
          />
        )}
      </Held>
    </div>
  </Panel>
)

type SampleDocument = { broj: string; posiljalac: string; kolicina: Micro; datum: CalendarDate }

const documents: readonly SampleDocument[] = (
  [
    ['C4-417', 'Müller Kabel GmbH', 12_480_500_000, '2026-11-18'],
    ['C4-416', 'Brembati Connettori', 8_000_000_000, '2026-11-14'],
    ['C4-415', 'Anadolu Kablo A.Ş.', 21_900_000_000, '2026-11-11'],
    ['C4-414', 'Čelik promet d.o.o.', 350, '2026-11-05'],
    ['C4-413', 'Đurić i sinovi', -120_000_000, '2026-11-02'],
  ] as const
).map(([broj, posiljalac, kolicina, datum]) => ({
  broj,
  posiljalac,
  kolicina: kolicina as Micro,
  datum: datum as CalendarDate,
}))

const columns: Column<SampleDocument>[] = [
  { id: 'broj', header: 'Broj C4', value: ({ broj }) => broj, sortable: true },
  { id: 'posiljalac', header: 'Pošiljalac', value: ({ posiljalac }) => posiljalac, sortable: true, card: 'second' },
  { id: 'datum', header: 'Datum', value: ({ datum }) => datum, cell: ({ datum }) => <DateText value={datum} /> },
  {
    id: 'kolicina',
    header: 'Ukupna količina',
    align: 'right',
    card: 'right',
    value: ({ kolicina }) => kolicina,
    text: ({ kolicina }) => formatMicro(kolicina),
    cell: ({ kolicina }) => <Quantity value={kolicina} />,
    sortable: true,
    total: (rows) => <Quantity value={sum(rows.map(({ kolicina }) => kolicina))} />,
  },
]

/** Cards, bars and tables. */
const Tables = () => (
  <>
    <div className="gallery-cards">
      <StatCard label="Ukupno materijala" value="67" sub="4 ispod nule" />
      <StatCard label="Stanje" value="-214,5" unit="kg" tone="bad" sub="manjak" />
      <StatCard label="Vrednost trenutnih zaliha" value="" loading sub="Računanje..." />
      {[0, 0.2, 25, 25.1, 50, 50.1, 99.8, 100].map((percent) => (
        <ProgressBar key={percent} percent={percent} />
      ))}
    </div>
    <Panel title={<NameWithId name="Ulazni dokumenti" id="C4" />}>
      <Held<ReadonlySet<string>> start={new Set(['C4-416'])}>
        {(selected, set) => (
          <DataTable
            label="Ulazni dokumenti"
            columns={columns}
            rows={documents}
            rowKey={({ broj }) => broj}
            searchPlaceholder="Pretraži dokumente..."
            selected={selected}
            onSelect={set}
            defaultSort={{ id: 'datum', desc: true }}
            actions={() => [
              { text: 'Izmeni', icon: <Pencil />, onChoose: () => {} },
              { text: 'Obriši', icon: <Trash2 />, danger: true, onChoose: () => {} },
            ]}
          />
        )}
      </Held>
    </Panel>
    <Panel title="Prazno i učitavanje">
      <DataTable label="Prazna tabela" columns={columns} rows={[]} rowKey={String} />
      <DataTable label="Tabela koja se učitava" columns={columns} rows={[]} rowKey={String} loading skeletonRows={3} />
    </Panel>
  </>
)

/** Every base component on one page, to look at and to check for accessibility; no part of the program. */
const Gallery = () => (
  <AskingProvider>
    <main className="gallery">
      <h1 className="font-semibold text-lg">Osnovni delovi</h1>
      <Windows />
      <Controls />
      <Fields />
      <Tables />
    </main>
    <Toasts />
  </AskingProvider>
)

const root = document.getElementById('root')
// A dialog that was typed in asks before its page is left.
const router = createMemoryRouter([{ path: '/', element: <Gallery /> }])
if (root) createRoot(root).render(<RouterProvider router={router} />)
