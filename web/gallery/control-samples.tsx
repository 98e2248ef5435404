import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Micro } from '#domain/decimal.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, buttonClass, IconButton } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Combobox } from '#web/ui/combobox.tsx'
import { DateInput } from '#web/ui/date-input.tsx'
import { Field } from '#web/ui/field.tsx'
import { FileDrop } from '#web/ui/file-drop.tsx'
import { FilterPanel } from '#web/ui/filter-panel.tsx'
import { Fold } from '#web/ui/fold.tsx'
import { NumberInput } from '#web/ui/number-input.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { PasswordInput } from '#web/ui/password-input.tsx'
import { Select } from '#web/ui/select.tsx'
import { Setting } from '#web/ui/setting.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { YesNo } from '#web/ui/yes-no.tsx'
import { firms, searchMaterials } from './samples.ts'

/** Buttons and fields. */
export function ControlSamples() {
  const [folded, setFolded] = useState(true)
  const [tab, setTab] = useState<'login' | 'register'>('login')
  return (
    <>
      <Panel title="Dugmad i oznake" padded>
        <div className="gallery-row">
          <Button variant="primary" icon={<Plus aria-hidden />}>
            Novi ulazni dokument
          </Button>
          <Button icon={<Plus aria-hidden />}>Novi materijal</Button>
          <Button variant="danger">Obriši</Button>
          <Button variant="ghost">Otkaži</Button>
          <a className={buttonClass()} href="#arhiva">
            Pregled arhive
          </a>
          <Button variant="primary" busy busyText="Prijavljivanje...">
            Prijavi se
          </Button>
          <Button disabled>Prethodna</Button>
          <IconButton label="Izmeni" icon={<Pencil />} />
          <IconButton label="Obriši" icon={<Trash2 />} danger />
          <YesNo value={false} />
          <YesNo value={true} />
          <Badge tone="accent">Aktivni</Badge>
          <Badge tone="warning">Manjak</Badge>
          <Badge tone="bad">Greška</Badge>
        </div>
      </Panel>
      <FilterPanel active onClear={() => {}} defaultOpen right={<Button variant="primary">Novi dokument</Button>}>
        <Field label="C1 broj">
          <TextInput />
        </Field>
        <Field label="Tip dokumenta">
          <Select options={['Izvozna deklaracija', 'Privremeni izvoz', 'Reeksport']} emptyText="Svi" />
        </Field>
      </FilterPanel>
      <Panel title="Polja" padded>
        <FieldSamples />
        <Fold title="Carina" open={folded} toggle={setFolded}>
          <Field label="Broj JCI">
            <TextInput />
          </Field>
        </Fold>
      </Panel>
      <Panel title="Podešavanje">
        <Setting sentence="Toliko dana pre roka uvoz dobija oznaku da ističe.">
          <Field label="Upozori N dana pre roka">
            <TextInput />
          </Field>
        </Setting>
      </Panel>
      <Panel title="Jezičci" padded>
        <Tabs
          label="Prijava"
          tabs={[
            { id: 'login', name: 'Login' },
            { id: 'register', name: 'Registruj se', count: 3 },
          ]}
          active={tab}
          onChange={setTab}
        >
          {tab === 'login' ? 'Prijavite se na svoj nalog' : 'Napravite svoj nalog'}
        </Tabs>
      </Panel>
    </>
  )
}

function FieldSamples() {
  const [kolicina, setKolicina] = useState('12000')
  const [cena, setCena] = useState('0,085')
  const [datum, setDatum] = useState('20.11.2026.')
  const [firm, setFirm] = useState('Müller Kabel GmbH')
  const [material, setMaterial] = useState({ id: 'PRV050CRN', name: 'Provodnik FLRY-B 0,50 mm² crni' })
  const [file, setFile] = useState<{ name: string; size?: number } | null>({ name: 'c4-0418.pdf', size: 1_258_291 })
  return (
    <div className="gallery-fields">
      <Field label="Tip dokumenta" required>
        <Select options={['Carinska deklaracija', 'Uvozna deklaracija', 'Privremeni uvoz']} />
      </Field>
      <Field label="Broj C4">
        <TextInput defaultValue="C4-2026/0418" />
      </Field>
      <Field label="Datum">
        <DateInput value={datum} onChange={setDatum} />
      </Field>
      <Field label="Zemlja otpreme" error="Obavezno polje">
        <TextInput />
      </Field>
      <Field label="Količina" hint="Strelice menjaju za 1.">
        <NumberInput value={kolicina} onChange={setKolicina} unit="kom" step={1_000_000 as Micro} />
      </Field>
      <Field label="Cena po jedinici">
        <NumberInput value={cena} onChange={setCena} minPlaces={2} unit="EUR" />
      </Field>
      <Field label="Pošiljalac">
        <Combobox
          value={firm}
          options={firms}
          onText={setFirm}
          onChoose={(chosen) => setFirm(chosen.name)}
          placeholder="Naziv firme"
        />
      </Field>
      <Field label="Materijal">
        <Combobox value={material.name} code={material.id} search={searchMaterials} onChoose={setMaterial} />
      </Field>
      <Field label="PIB" optional>
        <TextInput className="num" defaultValue="101134702" disabled />
      </Field>
      <Field label="Lozinka" error="Password must be at least 8 characters long">
        <PasswordInput defaultValue="tajna123" autoComplete="new-password" />
      </Field>
      <div className="gallery-row">
        <Checkbox defaultChecked>Dokazuje poreklo</Checkbox>
        <Checkbox indeterminate>Neki</Checkbox>
        <Checkbox>Nijedan</Checkbox>
        <Checkbox disabled>Zatvoreno</Checkbox>
      </div>
      <FileDrop
        label="PDF dokumenta"
        accept="application/pdf"
        file={file}
        onChoose={setFile}
        onRemove={() => setFile(null)}
        progress={60}
      />
      <FileDrop
        label="Excel fajl"
        accept=".xlsx"
        file={null}
        onChoose={() => {}}
        hint="Najviše 5 MB"
        error="Molimo vas da odaberete PDF fajl."
      />
    </div>
  )
}
