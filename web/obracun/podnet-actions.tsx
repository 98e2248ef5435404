import { useMutation } from '@tanstack/react-query'
import { FileCheck2, FilePen, FileSpreadsheet, LockKeyhole, Stamp, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { shortagesText } from '#contract/obracun.ts'
import { type ObracunIzmena, obracuniEndpoints, type Podnet, type StanjeObracuna } from '#contract/obracuni.ts'
import { formatDate } from '#domain/calendar-date.ts'
import { call, reasonOf } from '#web/api.ts'
import { downloadFile } from '#web/received-file.ts'
import { FormBanner } from '#web/screens/form-banner.tsx'
import { useAdministers } from '#web/screens/logged-in.ts'
import { OpenPaperButton } from '#web/screens/open-paper-button.tsx'
import { firstPaper } from '#web/screens/paper-file.ts'
import { PODNETI, zakljucavanjeAddress } from '#web/screens/record-addresses.ts'
import { useWayToList } from '#web/screens/record-page.tsx'
import { useDeletion } from '#web/screens/use-deletion.tsx'
import { useClosed } from '#web/screens/zakljuceno.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { useAlert, useConfirm } from '#web/ui/confirm-and-alert.tsx'
import { Dialog, SaveKey } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { localDay } from '#web/ui/local-time.ts'
import { Select } from '#web/ui/select.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { toastSuccess } from '#web/ui/toast.tsx'
import { HandInDialog } from './hand-in-dialog.tsx'
import { questionsOf } from './hand-in-questions.ts'
import { obimText } from './podnet-words.tsx'

const put = ({ id, verzija }: Podnet, body: ObracunIzmena) =>
  call(obracuniEndpoints.updateObracun, { params: { id }, body, ifVersion: verzija })

/** The actions on an account: a draft is handed in or deleted, another one is answered by customs or corrected. */
export const PodnetActions = ({ obracun }: { obracun: Podnet }) =>
  obracun.stanje === 'nacrt' ? <OfDraft obracun={obracun} /> : <OfHandedIn obracun={obracun} />

function OfDraft({ obracun }: { obracun: Podnet }) {
  const [alert, confirm] = [useAlert(), useConfirm()]
  const toList = useWayToList(PODNETI.path)
  const uncovered = shortagesText(obracun.bez_pokrica)
  const handIn = useMutation({
    mutationFn: () => put(obracun, { stanje: 'podnet', potvrda_manjka: uncovered !== '' }),
    onSuccess: ({ broj }) => toastSuccess(`Obračun ${broj} je podnet.`),
    onError: (error) => alert({ text: 'Obračun nije podnet.', reason: reasonOf(error) }),
  })
  const { ask, busy } = useDeletion<Podnet, { message: string }>({
    nameOf: ({ broj }) => broj,
    remove: ({ id, verzija }) => call(obracuniEndpoints.deleteObracun, { params: { id }, ifVersion: verzija }),
    onDeleted: ([gone]) => {
      if (gone) toastSuccess(gone.reply.message)
      toList()
    },
    onKept: ([kept]) => alert({ text: 'Nacrt nije obrisan.', reason: reasonOf(kept?.error) }),
  })
  async function press() {
    const { c4_ids, odobrenje_id, datum_od, datum_do, stavke, izvoz } = obracun
    // No query names a list of imports.
    const query = {
      c4_id: c4_ids?.[0] ?? ('' as const),
      odobrenje_id: odobrenje_id ?? ('' as const),
      datum_od,
      datum_do,
    }
    const known = (c4_ids?.length ?? 0) > 1 ? null : await call(obracuniEndpoints.predlogObracuna, { query })
    const podneti = known?.podneti ?? []
    const ispravlja = podneti.find(({ id }) => id === obracun.prethodni_id) ?? null
    const asked = questionsOf({ c4_ids, odobrenje_id, datum_od, datum_do, podneti, ispravlja }, localDay())
    const text = [
      `${obimText(obracun)}, ${formatDate(datum_od)} – ${formatDate(datum_do)}: uvoznih stavki ${stavke.length}, redova izvoza ${izvoz.length}.`,
      ...asked.map((question) => question.text),
      uncovered !== ''
        ? `Bez pokrića: ${uncovered}. Podnosite i sa njima?`
        : 'Redovi i papir ostaju zauvek kakvi su sada.',
    ].join(' ')
    if (await confirm({ title: `Podnesi obračun ${obracun.broj}`, text })) handIn.mutate()
  }
  return (
    <>
      <Button
        variant="primary"
        icon={<FileCheck2 aria-hidden />}
        changes
        busy={handIn.isPending}
        busyText="Podnošenje..."
        onClick={press}
      >
        Podnesi
      </Button>
      <Button icon={<Trash2 aria-hidden />} changes busy={busy} onClick={() => ask(obracun)}>
        Obriši nacrt
      </Button>
    </>
  )
}

function OfHandedIn({ obracun }: { obracun: Podnet }) {
  const [open, setOpen] = useState<'stanje' | 'ispravka' | null>(null)
  const close = () => setOpen(null)
  const { id, stanje, c4_ids, odobrenje_id, datum_do } = obracun
  const [administers, closed] = [useAdministers(), useClosed(datum_do)]
  return (
    <>
      <OpenPaperButton
        name="Podneti papir (PDF)"
        draw={async () => firstPaper(await call(obracuniEndpoints.podnetFiles, { params: { id } }))}
        failed="Papir nije mogao da se otvori."
      />
      <SheetAsHandedIn id={id} />
      <Button data-opens-modal icon={<Stamp aria-hidden />} changes onClick={() => setOpen('stanje')}>
        Stanje i akt
      </Button>
      {stanje !== 'ispravljen' && (
        <Button data-opens-modal icon={<FilePen aria-hidden />} changes onClick={() => setOpen('ispravka')}>
          Ispravi
        </Button>
      )}
      {administers && !closed && (
        <Link to={zakljucavanjeAddress(datum_do)} className={buttonClass()}>
          <LockKeyhole aria-hidden />
          Zaključaj period
        </Link>
      )}
      {open === 'stanje' && <StanjeDialog obracun={obracun} onClose={close} />}
      {open === 'ispravka' && (
        <HandInDialog
          scope={{ c4_ids, odobrenje_id }}
          obim={obimText(obracun)}
          ispravlja={obracun}
          period={obracun}
          onClose={close}
        />
      )}
    </>
  )
}

/** Saves the spreadsheet that was frozen with the paper. */
function SheetAsHandedIn({ id }: { id: number }) {
  const alert = useAlert()
  const sheet = useMutation({
    mutationFn: () => call(obracuniEndpoints.podnetSheet, { params: { id } }),
    onSuccess: ({ blob, name }) => downloadFile(blob, name),
    onError: (error) => alert({ text: 'Excel fajl nije mogao da se preuzme.', reason: reasonOf(error) }),
    // It writes nothing, so nothing on the screens is stale.
    meta: { readsOnly: true },
  })
  return (
    <Button
      icon={<FileSpreadsheet aria-hidden />}
      busy={sheet.isPending}
      busyText="Preuzimanje..."
      onClick={() => sheet.mutate()}
    >
      Podneti Excel
    </Button>
  )
}

/** The next states that can be chosen from each state. */
const CHOICES: Record<StanjeObracuna, readonly StanjeObracuna[]> = {
  nacrt: ['nacrt'],
  podnet: ['podnet', 'prihvaćen', 'ispravljen'],
  prihvaćen: ['prihvaćen', 'ispravljen'],
  ispravljen: ['ispravljen'],
}

/** `now` follows the saves of others; the window keeps the account it opened with, and saves over that version. */
function StanjeDialog({ obracun: now, onClose }: { obracun: Podnet; onClose: () => void }) {
  const [obracun] = useState(now)
  const [stanje, setStanje] = useState<StanjeObracuna>(obracun.stanje)
  const [akt, setAkt] = useState(obracun.broj_akta ?? '')
  const save = useMutation({
    mutationFn: () => put(obracun, { stanje, broj_akta: akt, potvrda_manjka: false }),
    onSuccess: () => toastSuccess('Stanje obračuna je sačuvano.'),
  })
  return (
    <Dialog
      open
      onClose={onClose}
      onSubmit={() => save.mutate(undefined, { onSuccess: onClose })}
      title={`Stanje i akt: ${obracun.broj}`}
      size="small"
      busy={save.isPending}
      dirty={stanje !== obracun.stanje || akt !== (obracun.broj_akta ?? '')}
      foot={(close) => (
        <>
          <Button onClick={close}>Otkaži</Button>
          <Button type="submit" variant="primary" busy={save.isPending} busyText="Čuvanje...">
            Sačuvaj
            <SaveKey />
          </Button>
        </>
      )}
    >
      {save.error && <FormBanner title="Stanje nije sačuvano.">{reasonOf(save.error)}</FormBanner>}
      <div className="grid gap-4">
        <Field label="Stanje">
          <Select
            options={CHOICES[obracun.stanje]}
            value={stanje}
            onChange={(event) => setStanje(event.currentTarget.value as StanjeObracuna)}
          />
        </Field>
        <Field label="Broj akta" optional>
          <TextInput className="code" value={akt} onChange={(event) => setAkt(event.currentTarget.value)} />
        </Field>
      </div>
    </Dialog>
  )
}
