import { useQuery } from '@tanstack/react-query'
import { GitCompareArrows, Trash2 } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { type Usaglasavanje, type UsaglasavanjeRed, usaglasavanjeEndpoints } from '#contract/usaglasavanje.ts'
import { formatDate } from '#domain/calendar-date.ts'
import { formatWhole } from '#domain/decimal.ts'
import { MAX_DECIMALA } from '#domain/usaglasavanje.ts'
import { call, reasonOf } from '#web/api.ts'
import { FiguresLine } from '#web/document-list/figures-line.tsx'
import { SelectFilter } from '#web/document-list/filters.tsx'
import { read } from '#web/queries.ts'
import { ListNotLoaded, LoadError } from '#web/screens/load-error.tsx'
import { OpenPaperButton } from '#web/screens/open-paper-button.tsx'
import { firstPaper } from '#web/screens/paper-file.ts'
import { deletionTitle } from '#web/screens/refused-deletion.tsx'
import { SheetButton } from '#web/screens/sheet-button.tsx'
import { LeftOut } from '#web/screens/sheet-read.tsx'
import { useAddressValues } from '#web/screens/use-address-values.ts'
import { useArrival } from '#web/screens/use-arrival.ts'
import { useDeletion } from '#web/screens/use-deletion.tsx'
import { useOpened } from '#web/screens/use-opened.ts'
import { Button } from '#web/ui/button.tsx'
import { useAlert } from '#web/ui/confirm-and-alert.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toastSuccess } from '#web/ui/toast.tsx'
import { type Compared, CompareForm } from './compare-form.tsx'
import { Differences, kindIn } from './differences.tsx'
import { usaglasavanjeScreenTexts } from './usaglasavanje-texts.ts'

const DEFAULTS = { id: '', vrsta: '' }
const periodOf = ({ datum_od, datum_do }: UsaglasavanjeRed) => `${formatDate(datum_od)} – ${formatDate(datum_do)}`

/** Usaglašavanje: our imports beside a sheet of the forwarder or of customs, what differs, and why (customs §4.11). */
export function UsaglasavanjePage() {
  const [at, setAt] = useAddressValues(DEFAULTS)
  const { opened, show } = useOpened<'new', never>()
  useArrival(({ openModal }) => openModal && show('new'))
  // Equal rows come only in the first answer: the server does not keep them.
  const [fresh, setFresh] = useState<Compared>()
  const list = useQuery(read(usaglasavanjeEndpoints.listUsaglasavanja, { query: { limit: 100 } }))
  const id = Number(at.id) || list.data?.results[0]?.id
  const all = !list.isFetching && list.data && list.data.total <= list.data.results.length ? list.data.results : null
  const gone = at.id !== '' && all?.every((row) => row.id !== id)
  // A newer comparison of its days has taken its place.
  useEffect(() => {
    if (gone) setAt({ id: '' }, { replace: true })
  }, [gone, setAt])
  const stored = useQuery({
    ...read(usaglasavanjeEndpoints.getUsaglasavanje, { params: { id: id ?? 0 } }),
    enabled: id !== undefined,
  })
  const begin = (
    <Button
      data-opens-modal
      variant="primary"
      icon={<GitCompareArrows aria-hidden />}
      changes
      onClick={() => show('new')}
    >
      Uporedi fajl
    </Button>
  )
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-end gap-3">
        {list.data && list.data.total > 0 && (
          <SelectFilter
            label="Upoređivanje"
            className="w-full sm:w-96"
            value={String(id)}
            options={list.data.results.map((row) => ({
              value: String(row.id),
              text: `${periodOf(row)}, ${row.fajl}`,
            }))}
            onChange={(id) => setAt({ id, vrsta: '' })}
          />
        )}
        <div className="flex flex-wrap gap-2 sm:ml-auto">
          {stored.data && <Actions of={stored.data} vrsta={at.vrsta} onGone={() => setAt(DEFAULTS)} />}
          {begin}
        </div>
      </div>
      {list.isError && !list.data ? (
        <Panel>
          <LoadError
            text={usaglasavanjeScreenTexts.loadFailed}
            error={list.error}
            onRetry={() => void list.refetch()}
          />
        </Panel>
      ) : list.data?.total === 0 && id === undefined ? (
        <Panel>
          <EmptyState text={usaglasavanjeScreenTexts.none} />
        </Panel>
      ) : (
        <Panel>
          {stored.isError && (
            <ListNotLoaded
              text={usaglasavanjeScreenTexts.loadFailed}
              error={stored.error}
              onRetry={() => void stored.refetch()}
              rows={stored.data}
            />
          )}
          {stored.data ? (
            <Shown of={stored.data} fresh={fresh} vrsta={at.vrsta} onVrsta={(vrsta) => setAt({ vrsta })} />
          ) : (
            !stored.isError && <ShownSkeleton />
          )}
        </Panel>
      )}
      {opened && (
        <CompareForm
          onClose={() => show(null)}
          onCompared={(compared) => {
            setFresh(compared)
            setAt({ id: String(compared.reply.id), vrsta: '' })
          }}
        />
      )}
    </div>
  )
}

type ShownProps = {
  of: Usaglasavanje
  fresh: Compared | undefined
  vrsta: string
  onVrsta: (vrsta: string) => void
}

function Shown({ of, fresh, vrsta, onVrsta }: ShownProps) {
  const now = fresh?.reply.id === of.id ? fresh : undefined
  const redovi = useMemo(
    () => [...of.redovi, ...(now?.reply.redovi.filter(({ kljuc }) => kljuc === '') ?? [])],
    [of, now],
  )
  return (
    <>
      <div className="border-line border-b px-4 py-3">
        <FiguresLine
          figures={[
            { label: 'Naših stavki', value: of.nasih },
            { label: 'Redova fajla', value: of.njihovih },
            { label: 'Isto', value: of.istih },
            { label: 'Razlika', value: of.broj_razlika },
            {
              label: 'Bez objašnjenja',
              value: of.broj_razlika - of.objasnjenih,
              bad: of.broj_razlika > of.objasnjenih,
            },
          ]}
        />
        <p className="mt-1 text-ink-3 text-sm">
          {of.fajl}, period {periodOf(of)}
          {of.odobrenje_broj && `, odobrenje ${of.odobrenje_broj}`}, {of.korisnik}
          {toleranceText(of)}
        </p>
        {now && <Skipped {...now} />}
      </div>
      <Differences redovi={redovi} istih={of.istih} vrsta={vrsta} onVrsta={onVrsta} />
    </>
  )
}

/** The limits within which rows counted as the same, where they are wider than equal. */
function toleranceText({ tolerancija_vrednosti, decimale_kolicine }: Usaglasavanje): string {
  const said = [
    tolerancija_vrednosti > 0 && `razlika u vrednosti do ${formatWhole(tolerancija_vrednosti)}`,
    decimale_kolicine < MAX_DECIMALA && `količina na ${decimale_kolicine} dec.`,
  ].filter(Boolean)
  return said.length > 0 ? `. Tolerancija: ${said.join(', ')}` : ''
}

/** Rows of the file that were not compared, and rows that should be looked at. */
const Skipped = ({ reply, sent }: Compared) => {
  const { napomena, sumnje, van_perioda } = reply
  return (
    <>
      {napomena && <p className="mt-1 text-sm text-warning">{napomena}</p>}
      {van_perioda > 0 && <p className="mt-1 text-sm text-warning">Redova van izabranog perioda: {van_perioda}.</p>}
      {sumnje.length > 0 && (
        <details className="mt-1 text-sm text-warning">
          <summary>Redova u kojima nešto treba proveriti: {sumnje.length}</summary>
          <ul className="mt-1 max-h-40 overflow-auto">
            {sumnje.map(({ red, broj, razlog }) => (
              <li key={red}>
                Red {red}
                {broj && ` (${broj})`}: {razlog}
              </li>
            ))}
          </ul>
        </details>
      )}
      <LeftOut endpoint={usaglasavanjeEndpoints.usaglasi} of={reply} file={sent} />
    </>
  )
}

const SKELETON_ROWS = ['a', 'b', 'c', 'd', 'e', 'f']
const ShownSkeleton = () => (
  <div className="flex flex-col gap-5 p-4" aria-busy>
    <Skeleton className="w-120 max-w-full" />
    {SKELETON_ROWS.map((row) => (
      <Skeleton key={row} className="w-full" />
    ))}
  </div>
)

/** The paper of the comparison, its spreadsheet as shown, and its removal. */
function Actions({ of, vrsta, onGone }: { of: Usaglasavanje; vrsta: string; onGone: () => void }) {
  const alert = useAlert()
  const { ask, isGoing } = useDeletion({
    nameOf: (row: Usaglasavanje) => `${row.fajl}, ${periodOf(row)}. Objašnjenja ostaju za sledeće upoređivanje.`,
    remove: ({ id }) => call(usaglasavanjeEndpoints.deleteUsaglasavanje, { params: { id } }),
    onDeleted: ([gone]) => {
      if (gone) toastSuccess(gone.reply.message)
      onGone()
    },
    onKept: ([kept]) =>
      kept &&
      alert({
        title: deletionTitle(kept.error),
        text: usaglasavanjeScreenTexts.deleteFailed,
        reason: reasonOf(kept.error),
      }),
  })
  return (
    <>
      <OpenPaperButton
        name="Usaglašavanje (PDF)"
        draw={async () => firstPaper(await call(usaglasavanjeEndpoints.usaglasavanjeFiles, { params: { id: of.id } }))}
        failed={usaglasavanjeScreenTexts.paperFailed}
      />
      <SheetButton sheet="usaglasavanje" query={{ usaglasavanje_id: of.id, vrsta: kindIn(of.redovi, vrsta) }} />
      <Button icon={<Trash2 aria-hidden />} changes busy={isGoing(of)} onClick={() => ask(of)}>
        Obriši
      </Button>
    </>
  )
}
