import { useQuery } from '@tanstack/react-query'
import { type OtpadRaspored, otpadEndpoints } from '#contract/otpad.ts'
import { call, reasonOf } from '#web/api.ts'
import { DraftShelf } from '#web/drafts/draft-shelf.tsx'
import { read } from '#web/queries.ts'
import { NotShown } from '#web/screens/record-page.tsx'
import { useAddressValues } from '#web/screens/use-address-values.ts'
import { useArrival } from '#web/screens/use-arrival.ts'
import { useOpened } from '#web/screens/use-opened.ts'
import { DataTable } from '#web/ui/data-table.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { toastError } from '#web/ui/toast.tsx'
import { OTPAD_DEFAULTS } from './otpad-address.ts'
import { BALANCE_COLUMNS } from './otpad-columns.tsx'
import { OTPAD_KIND } from './otpad-draft.ts'
import { OtpadForm } from './otpad-form.tsx'
import { OtpadList } from './otpad-list.tsx'
import { otpadScreenTexts } from './otpad-texts.ts'

/** Materials whose balance is shown at once. */
const PAGE_ROWS = 25

/** Otpad: the balance of each material, what became of waste, and its form. */
export function OtpadPage() {
  const [at, setAt] = useAddressValues(OTPAD_DEFAULTS)
  const { opened, show, open } = useOpened<'new' | OtpadRaspored, number>()
  useArrival(({ openModal }) => openModal && show('new'))
  const openById = (id: number) => open(id, () => call(otpadEndpoints.getOtpad, { params: { id } }))
  const sayNotOpened = (error: unknown) => toastError(otpadScreenTexts.loadFailed, reasonOf(error))
  return (
    <>
      <DraftShelf
        kind={OTPAD_KIND}
        closed={!opened}
        onOpen={(id) => (id === null ? show('new') : openById(Number(id)))}
        onNotOpened={sayNotOpened}
      >
        {opened && <OtpadForm raspored={opened === 'new' ? null : opened} onClose={() => show(null)} />}
      </DraftShelf>
      <div className="grid gap-4">
        <Balance />
        <OtpadList
          at={at}
          setAt={setAt}
          onNew={() => show('new')}
          onEdit={({ id }) => openById(id).catch(sayNotOpened)}
        />
      </div>
    </>
  )
}

function Balance() {
  const query = useQuery(read(otpadEndpoints.otpadStanje))
  if (!query.data) return <NotShown query={query} title="Bilans otpada" text={otpadScreenTexts.balanceFailed} />
  return (
    <Panel title="Bilans otpada">
      <DataTable
        label="Bilans otpada"
        columns={BALANCE_COLUMNS}
        rows={query.data.results}
        rowKey={({ materijal_id }) => materijal_id}
        emptyText="Otpad nastaje izvozom proizvoda čiji normativ ima procenat otpada."
        pageSize={PAGE_ROWS}
      />
    </Panel>
  )
}
