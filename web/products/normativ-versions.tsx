import { useQuery } from '@tanstack/react-query'
import { type NormativVerzija, productEndpoints } from '#contract/products.ts'
import { formatDate } from '#domain/calendar-date.ts'
import { formatMicro } from '#domain/decimal.ts'
import { call, reasonOf } from '#web/api.ts'
import { wasteText } from '#web/catalogue/waste-text.ts'
import { read } from '#web/queries.ts'
import { DocumentLink } from '#web/screens/document-link.tsx'
import { rowAction } from '#web/screens/list-parts.tsx'
import { NotShown } from '#web/screens/record-page.tsx'
import { deletionTitle } from '#web/screens/refused-deletion.tsx'
import { useDeletion } from '#web/screens/use-deletion.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { useAlert } from '#web/ui/confirm-and-alert.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { toastSuccess } from '#web/ui/toast.tsx'

/** Versions that are shown at once. */
const PAGE_ROWS = 20

/** The versions of a normativ by day, and which exports took which; nothing where there is only the one without a day. */
export function NormativVersions({ id }: { id: string }) {
  const query = useQuery(read(productEndpoints.normativVerzije, { params: { id } }))
  const alert = useAlert()
  const { ask, busy } = useDeletion({
    nameOf,
    remove: ({ verzija }: NormativVerzija) => call(productEndpoints.deleteNormativVerzija, { params: { id, verzija } }),
    onDeleted: ([gone]) => gone && toastSuccess(gone.reply.message),
    onKept: ([kept]) =>
      kept &&
      alert({
        title: deletionTitle(kept.error),
        text: 'Verzija normativa nije obrisana.',
        reason: reasonOf(kept.error),
      }),
  })
  if (!query.data)
    return query.isError ? (
      <NotShown query={query} title="Verzije normativa" text="Verzije normativa nisu mogle da se učitaju." />
    ) : null
  const { results } = query.data
  if (results.every(({ vazi_od }) => vazi_od === null)) return null
  return (
    <Panel title="Verzije normativa">
      <DataTable
        label="Verzije normativa"
        columns={COLUMNS}
        rows={results}
        rowKey={({ verzija }) => String(verzija)}
        rowName={nameOf}
        // One that an export took stays.
        actions={(version) => (version.broj_izvoza === 0 ? [rowAction.remove(() => ask(version), busy)] : [])}
        pageSize={PAGE_ROWS}
      />
    </Panel>
  )
}

const dayOf = ({ vazi_od }: NormativVerzija) => (vazi_od ? formatDate(vazi_od) : 'bez datuma')
const nameOf = (version: NormativVerzija) => `verzija ${version.verzija} (${dayOf(version)})`

const COLUMNS: readonly Column<NormativVerzija>[] = [
  {
    id: 'vazi_od',
    header: 'Važi od',
    card: 'title',
    cell: (version) => (
      <>
        {dayOf(version)} {version.u_snazi && <Badge tone="good">u snazi</Badge>}
      </>
    ),
  },
  { id: 'verzija', header: 'Verzija', align: 'right', cell: ({ verzija }) => verzija },
  { id: 'broj_akta', header: 'Broj akta', cell: ({ broj_akta }) => <span className="code">{broj_akta ?? '—'}</span> },
  {
    id: 'stavke',
    header: 'Normativ',
    wrap: true,
    cell: ({ stavke }) => (
      <ul>
        {stavke.map((item) => (
          <li key={item.materijal_id}>
            <span className="code">{item.materijal_id}</span> {formatMicro(item.potrebna_kolicina)} {item.jedinica_mere}
            <span className="text-ink-3"> {wasteText(item)}</span>
          </li>
        ))}
      </ul>
    ),
  },
  {
    id: 'izvozi',
    header: 'Izvozi',
    wrap: true,
    cell: ({ izvozi, broj_izvoza }) =>
      broj_izvoza === null ? (
        '—'
      ) : (
        <span className="flex flex-wrap gap-x-2">
          {izvozi.map(({ c1_id, broj_c1 }) => (
            <DocumentLink key={c1_id} vrsta="c1" id={c1_id} broj={broj_c1} />
          ))}
          {broj_izvoza > izvozi.length && <span className="text-ink-3">i još {broj_izvoza - izvozi.length}</span>}
          {broj_izvoza === 0 && <span className="text-ink-3">nijedan</span>}
        </span>
      ),
  },
]
