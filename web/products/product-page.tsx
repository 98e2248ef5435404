import { useQuery } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import { useState } from 'react'
import { useParams } from 'react-router'
import { MATERIJAL } from '#contract/figures/figure.ts'
import { type NormativVerzija, type ProductSaved, productEndpoints } from '#contract/products.ts'
import { formatDate } from '#domain/calendar-date.ts'
import { formatMicro } from '#domain/decimal.ts'
import { call, reasonOf } from '#web/api.ts'
import { NotesAndHistory } from '#web/beside/notes-and-history.tsx'
import { RecordNotShown } from '#web/beside/record-not-shown.tsx'
import { PRODUCT_RECORD, ProductForm, wasteText } from '#web/catalogue/product-form.tsx'
import { isGone } from '#web/drafts/use-conflict.ts'
import { read } from '#web/queries.ts'
import { useRecordDeletion } from '#web/records/use-record-deletion.tsx'
import { DocumentLink } from '#web/screens/document-link.tsx'
import { rowAction } from '#web/screens/list-parts.tsx'
import { neighbourByName, PRODUCTS, productAddress } from '#web/screens/record-addresses.ts'
import { DeleteButton, EditButton, NotShown, RecordPage, useWayToList } from '#web/screens/record-page.tsx'
import { deletionTitle } from '#web/screens/refused-deletion.tsx'
import { SheetButton } from '#web/screens/sheet-button.tsx'
import { useDeletion } from '#web/screens/use-deletion.tsx'
import { MaterialLink } from '#web/stock/lot-columns.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { useAlert } from '#web/ui/confirm-and-alert.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { Quantity } from '#web/ui/number.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { toastSuccess } from '#web/ui/toast.tsx'

/** Lines of a normativ that are shown at once. */
const PAGE_LINES = 50

/** One product: its normativ with the stock of each material, and its history. */
export function ProductPage() {
  const { id = '' } = useParams()
  const query = useQuery(read(productEndpoints.getProduct, { params: { id } }))
  const { data: susedni } = useQuery(read(productEndpoints.productNeighbours, { params: { id } }))
  const [form, setForm] = useState<{ stored: ProductSaved | null; like?: ProductSaved } | null>(null)
  const { ask, busy } = useRecordDeletion(PRODUCT_RECORD, { onGone: useWayToList(PRODUCTS.path) })
  const product = query.data
  const subject = { vrsta: 'proizvod', predmet: id } as const
  const notShown = (
    <RecordNotShown list={PRODUCTS} subject={subject} query={query} text={PRODUCT_RECORD.texts.loadFailed} />
  )
  if (!product) return notShown
  return (
    <RecordPage
      list={PRODUCTS}
      prethodni={neighbourByName(susedni?.prethodni, productAddress)}
      sledeci={neighbourByName(susedni?.sledeci, productAddress)}
      title={
        <>
          {product.naziv} <span className="code font-normal text-ink-3 text-lg">{product.id}</span>
        </>
      }
      sub={
        <>
          HS kod <span className="code">{product.hs_code}</span> · jedinica mere {product.jedinica_mere}
        </>
      }
      actions={
        <>
          <EditButton onEdit={() => setForm({ stored: product })} />
          <Button changes icon={<Copy aria-hidden />} onClick={() => setForm({ stored: null, like: product })}>
            Dupliraj
          </Button>
          {product.normativ.length > 0 && (
            <SheetButton sheet="normativi" query={{ proizvod_id: id }} text="Preuzmi BOM" />
          )}
          <DeleteButton busy={busy} onDelete={() => ask(product)} />
        </>
      }
      gone={isGone(query.error) && notShown}
      windows={form && <ProductForm {...form} onClose={() => setForm(null)} />}
    >
      <Panel title="Normativ">
        <DataTable
          label="Normativ"
          columns={COLUMNS}
          rows={product.normativ}
          rowKey={({ materijal_id }) => materijal_id}
          emptyText="Proizvod nema normativ: njegov izvoz ništa ne razdužuje."
          pageSize={PAGE_LINES}
        />
      </Panel>
      <NormativVersions key={`verzije ${id}`} id={id} />
      <NotesAndHistory key={id} vrsta="proizvod" predmet={id} />
    </RecordPage>
  )
}

const COLUMNS: readonly Column<ProductSaved['normativ'][number]>[] = [
  {
    id: 'materijal',
    header: MATERIJAL,
    wrap: true,
    card: 'title',
    text: ({ naziv, materijal_id }) => `${naziv} ${materijal_id}`,
    cell: ({ naziv, materijal_id }) => <MaterialLink id={materijal_id} name={naziv} />,
  },
  {
    id: 'potrebna_kolicina',
    header: 'Potrebna količina',
    align: 'right',
    card: 'right',
    cell: ({ potrebna_kolicina, jedinica_mere, ...waste }) => (
      <>
        <Quantity value={potrebna_kolicina} unit={jedinica_mere} strong />
        <span className="block text-ink-3 text-xs">{wasteText(waste)}</span>
      </>
    ),
  },
  {
    id: 'na_stanju',
    header: 'Na stanju',
    align: 'right',
    cell: ({ na_stanju, jedinica_mere }) => <Quantity value={na_stanju} unit={jedinica_mere} />,
  },
]

/** Versions that are shown at once. */
const PAGE_VERSIONS = 20

/** The versions of a normativ by day, with the exports that took each; nothing where only one without day exists. */
function NormativVersions({ id }: { id: string }) {
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
        columns={VERSION_COLUMNS}
        rows={results}
        rowKey={({ verzija }) => String(verzija)}
        rowName={nameOf}
        // One that an export took stays.
        actions={(version) => (version.broj_izvoza === 0 ? [rowAction.remove(() => ask(version), busy)] : [])}
        pageSize={PAGE_VERSIONS}
      />
    </Panel>
  )
}

const dayOf = ({ vazi_od }: NormativVerzija) => (vazi_od ? formatDate(vazi_od) : 'bez datuma')
const nameOf = (version: NormativVerzija) => `verzija ${version.verzija} (${dayOf(version)})`

const VERSION_COLUMNS: readonly Column<NormativVerzija>[] = [
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
