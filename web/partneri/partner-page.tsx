import { useMutation, useQuery } from '@tanstack/react-query'
import { Eye, EyeOff, Merge, Split } from 'lucide-react'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { DOCUMENT_PAGE_ROWS } from '#contract/limits.ts'
import { PARTNER, type Partner, type PartnerZapis, partneriEndpoints, partnerTexts } from '#contract/partneri.ts'
import { formatDate } from '#domain/calendar-date.ts'
import { call, reasonOf } from '#web/api.ts'
import { HistoryOf } from '#web/beside/history-dialog.tsx'
import { RecordNotShown } from '#web/beside/record-not-shown.tsx'
import { CodesPanel } from '#web/catalogue/codes-panel.tsx'
import { isGone } from '#web/drafts/use-conflict.ts'
import { read } from '#web/queries.ts'
import { FactsPanel } from '#web/screens/facts-panel.tsx'
import { FormBanner } from '#web/screens/form-banner.tsx'
import { documentAddress, PARTNERI, partnerAddress } from '#web/screens/record-addresses.ts'
import { EditButton, FROM_LIST, RecordPage } from '#web/screens/record-page.tsx'
import { PagedPanel } from '#web/screens/table-panel.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Combobox, type Option } from '#web/ui/combobox.tsx'
import { useConfirm } from '#web/ui/confirm-and-alert.tsx'
import { DataTable } from '#web/ui/data-table.tsx'
import { Dialog, SaveKey } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { StatCard } from '#web/ui/stat-card.tsx'
import { toastError, toastSuccess } from '#web/ui/toast.tsx'
import { DOKUMENT_COLUMNS, ZAPIS_COLUMNS } from './partner-columns.tsx'
import { PARTNER_RECORD, PartnerForm } from './partner-form.tsx'

/** One partner: its facts, its spellings in documents, its codes, its documents and its history. */
export function PartnerPage() {
  const { id = '' } = useParams()
  const subject = { vrsta: 'partner', predmet: id } as const
  const stored = useQuery(read(partneriEndpoints.getPartner, { params: { id: Number(id) } }))
  const [window, setWindow] = useState<'edit' | 'join' | null>(null)
  const close = () => setWindow(null)
  const partner = stored.data
  const notShown = <RecordNotShown list={PARTNERI} subject={subject} text="Partner nije učitan." query={stored} />
  if (!partner) return notShown

  const { naziv, grad, drzava, ne_predlaze, poslednji_dokument } = partner
  return (
    <RecordPage
      list={PARTNERI}
      title={
        <>
          {naziv}
          {ne_predlaze && <Badge>ne predlaže se</Badge>}
        </>
      }
      sub={[grad, drzava].filter(Boolean).join(', ')}
      actions={
        <>
          <EditButton onEdit={() => setWindow('edit')} />
          <Button icon={<Merge aria-hidden />} changes onClick={() => setWindow('join')}>
            Spoji
          </Button>
          <SuggestButton partner={partner} />
        </>
      }
      // One that was joined with another is not there any more, even if it was read before.
      gone={isGone(stored.error) && notShown}
      windows={
        <>
          {window === 'edit' && <PartnerForm stored={partner} onClose={close} />}
          {window === 'join' && <JoinDialog partner={partner} onClose={close} />}
        </>
      }
    >
      <div className="grid gap-3 sm:grid-cols-3">
        <StatCard label="Ulaznih dokumenata (C4)" value={partner.broj_c4} />
        <StatCard label="Izlaznih dokumenata (C1)" value={partner.broj_c1} />
        <StatCard label="Poslednji dokument" value={poslednji_dokument ? formatDate(poslednji_dokument) : '—'} />
      </div>
      <FactsPanel
        facts={(['pib', 'mb', 'napomena'] as const).map((name) => {
          return { name: PARTNER[name].label, value: partner[name] || '—' }
        })}
      />
      <Zapisi of={partner} />
      <CodesPanel of={{ partner_id: partner.id }} />
      <PartnerDocuments key={`dokumenti ${id}`} id={partner.id} />
      <Panel title="Istorija" className="print:hidden">
        <HistoryOf key={id} subject={subject} />
      </Panel>
    </RecordPage>
  )
}

/** Ne predlaži, or suggest it again: nothing else of it changes. */
function SuggestButton({ partner }: { partner: Partner }) {
  const { id, verzija, naziv, ne_predlaze } = partner
  const saving = useMutation({
    mutationFn: () => {
      const body = { ...partner, ne_predlaze: !ne_predlaze }
      return call(partneriEndpoints.updatePartner, { params: { id }, body, ifVersion: verzija })
    },
    onSuccess: () => toastSuccess(ne_predlaze ? `${naziv} se opet predlaže.` : `${naziv} se više ne predlaže.`),
    onError: (error) => toastError(PARTNER_RECORD.texts.saveFailed, reasonOf(error)),
  })
  return (
    <Button
      icon={ne_predlaze ? <Eye aria-hidden /> : <EyeOff aria-hidden />}
      changes
      busy={saving.isPending}
      onClick={() => saving.mutate()}
    >
      {ne_predlaze ? 'Predlaži opet' : 'Ne predlaži'}
    </Button>
  )
}

/** How the partner stands in documents; one that is another firm is taken out. */
function Zapisi({ of: { id, verzija, zapisi } }: { of: Partner }) {
  const confirm = useConfirm()
  const navigate = useNavigate()
  const splitting = useMutation({
    mutationFn: ({ id: zapis_id }: PartnerZapis) =>
      call(partneriEndpoints.izdvojiZapis, { params: { id }, body: { zapis_id }, ifVersion: verzija }),
    onSuccess: (own) =>
      toastSuccess(partnerTexts.apart(own.naziv), {
        text: 'Otvori',
        onChoose: () => navigate(partnerAddress(own.id)),
      }),
    onError: (error) => toastError('Zapis nije izdvojen.', reasonOf(error)),
  })
  async function split(zapis: PartnerZapis) {
    const title = 'Izdvajanje zapisa'
    const text = `${zapis.naziv}, ${zapis.grad} postaje poseban partner. Dokumenti ostaju kakvi jesu.`
    if (await confirm({ title, text })) splitting.mutate(zapis)
  }
  return (
    <Panel title="Kako piše u dokumentima">
      <DataTable
        label="Kako piše u dokumentima"
        columns={ZAPIS_COLUMNS}
        rows={zapisi}
        rowKey={(row) => String(row.id)}
        rowName={({ naziv, grad }) => `${naziv}, ${grad}`}
        emptyText="Partner ne stoji ni u jednom dokumentu."
        pageSize={PAGE_ZAPISI}
        {...(zapisi.length > 1 && {
          actions: (row: PartnerZapis) => [
            { text: 'Izdvoji', changes: true, icon: <Split />, onChoose: () => void split(row) },
          ],
        })}
      />
    </Panel>
  )
}

const PAGE_ZAPISI = 20

/** The documents of a partner, newest first, whatever it is called in them. */
function PartnerDocuments({ id }: { id: number }) {
  const [page, setPage] = useState(1)
  const navigate = useNavigate()
  const query = { page, limit: DOCUMENT_PAGE_ROWS }
  const list = useQuery(read(partneriEndpoints.dokumentiPartnera, { params: { id }, query }))
  return (
    <PagedPanel
      title="Dokumenti"
      query={list}
      failed="Dokumenti partnera nisu učitani."
      columns={DOKUMENT_COLUMNS}
      rowKey={(row) => `${row.vrsta} ${row.id}`}
      rowName={({ broj }) => broj}
      onOpen={({ vrsta, id: document }) => navigate(documentAddress(vrsta, document), { state: FROM_LIST })}
      emptyText="Partner ne stoji ni u jednom dokumentu."
      counted="dokumenata"
      onPage={setPage}
    />
  )
}

/** The number of partners that are offered. */
const OFFERED = 20

/** Spoji: another partner is this very firm, and all that it has in documents belongs to this one from now on. */
function JoinDialog({ partner, onClose }: { partner: Partner; onClose: () => void }) {
  const [other, setOther] = useState<Option | null>(null)
  const [error, setError] = useState('')
  const joining = useMutation({
    mutationFn: (partner_id: number) => {
      const { id, verzija } = partner
      return call(partneriEndpoints.spojiPartnera, { params: { id }, body: { partner_id }, ifVersion: verzija })
    },
    onSuccess: () => toastSuccess(partnerTexts.joined(partner.naziv)),
  })
  async function search(text: string, signal: AbortSignal): Promise<Option[]> {
    const query = { search: text, limit: OFFERED }
    const { results } = await call(partneriEndpoints.listPartneri, { query, signal })
    return results
      .filter(({ id }) => id !== partner.id)
      .map(({ id, naziv, grad, pib }) => ({
        id: String(id),
        hidesId: true,
        name: naziv,
        detail: [grad, pib && `PIB ${pib}`].filter(Boolean).join(', '),
      }))
  }
  function submit() {
    if (!other) return setError('Izaberite partnera.')
    if (!joining.isPending) joining.mutate(Number(other.id), { onSuccess: onClose })
  }
  return (
    <Dialog
      open
      onClose={onClose}
      onSubmit={submit}
      title={`Spoji: ${partner.naziv}`}
      busy={joining.isPending}
      dirty={other !== null}
      foot={(close) => (
        <>
          <Button onClick={close}>Otkaži</Button>
          <Button type="submit" variant="primary" changes busy={joining.isPending} busyText="Spajanje...">
            Spoji
            <SaveKey />
          </Button>
        </>
      )}
    >
      {joining.error && <FormBanner title="Partneri nisu spojeni.">{reasonOf(joining.error)}</FormBanner>}
      <Field label="Partner koji je ista firma" required error={error}>
        <Combobox
          data-autofocus
          name="partner_id"
          value={other?.name ?? ''}
          search={search}
          emptyText="Nema takvog partnera."
          onChoose={(option) => {
            setOther(option)
            setError('')
          }}
          onClear={() => setOther(null)}
        />
      </Field>
      <p className="mt-4 text-ink-2">
        Sve što izabrani partner ima u dokumentima prelazi ovamo, a predlaže se samo ovaj partner. Dokumenti ostaju
        kakvi jesu. Ako se spoji greškom, zapis se kasnije izdvaja.
      </p>
    </Dialog>
  )
}
