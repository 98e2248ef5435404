import { useQuery } from '@tanstack/react-query'
import { Copy, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useParams } from 'react-router'
import { type ProductSaved, productEndpoints } from '#contract/products.ts'
import { NotesAndHistory } from '#web/beside/notes-and-history.tsx'
import { RecordNotShown } from '#web/beside/record-not-shown.tsx'
import { PRODUCT_RECORD, ProductForm } from '#web/catalogue/product-form.tsx'
import { wasteText } from '#web/catalogue/waste-text.ts'
import { isGone } from '#web/drafts/use-conflict.ts'
import { read } from '#web/queries.ts'
import { useRecordDeletion } from '#web/records/use-record-deletion.tsx'
import { neighbourByName, PRODUCTS, productAddress } from '#web/screens/record-addresses.ts'
import { RecordPage, useWayToList } from '#web/screens/record-page.tsx'
import { SheetButton } from '#web/screens/sheet-button.tsx'
import { MaterialLink } from '#web/stock/lot-columns.tsx'
import { Button } from '#web/ui/button.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { Quantity } from '#web/ui/number.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { NormativVersions } from './normativ-versions.tsx'

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
          <Button
            data-edits
            variant="primary"
            icon={<Pencil aria-hidden />}
            changes
            onClick={() => setForm({ stored: product })}
          >
            Izmeni
          </Button>
          <Button changes icon={<Copy aria-hidden />} onClick={() => setForm({ stored: null, like: product })}>
            Dupliraj
          </Button>
          {product.normativ.length > 0 && (
            <SheetButton sheet="normativi" query={{ proizvod_id: id }} text="Preuzmi BOM" />
          )}
          <Button icon={<Trash2 aria-hidden />} changes busy={busy} onClick={() => ask(product)}>
            Obriši
          </Button>
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
    header: 'Materijal',
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
