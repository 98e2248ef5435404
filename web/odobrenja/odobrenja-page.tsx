import { type Odobrenje, odobrenjaEndpoints } from '#contract/odobrenja.ts'
import { call, reasonOf } from '#web/api.ts'
import { DraftShelf } from '#web/drafts/draft-shelf.tsx'
import { useAddressValues } from '#web/screens/use-address-values.ts'
import { useArrival } from '#web/screens/use-arrival.ts'
import { useOpened } from '#web/screens/use-opened.ts'
import { toastError } from '#web/ui/toast.tsx'
import { ODOBRENJE_DEFAULTS } from './odobrenje-address.ts'
import { ODOBRENJE_KIND } from './odobrenje-draft.ts'
import { OdobrenjeForm } from './odobrenje-form.tsx'
import { OdobrenjeList } from './odobrenje-list.tsx'
import { odobrenjeScreenTexts } from './odobrenje-texts.ts'

/** Odobrenja: the list and the form. */
export function OdobrenjaPage() {
  const [at, setAt] = useAddressValues(ODOBRENJE_DEFAULTS)
  const { opened, show, open } = useOpened<'new' | Odobrenje, number>()
  useArrival(({ openModal }) => openModal && show('new'))

  /** The form opens when the lines are there, as they are now. */
  const openById = (id: number) => open(id, () => call(odobrenjaEndpoints.getOdobrenje, { params: { id } }))
  const sayNotOpened = (error: unknown) => toastError(odobrenjeScreenTexts.loadFailed, reasonOf(error))
  return (
    <>
      <DraftShelf
        kind={ODOBRENJE_KIND}
        closed={!opened}
        onOpen={(id) => (id === null ? show('new') : openById(Number(id)))}
        onNotOpened={sayNotOpened}
      >
        {opened && <OdobrenjeForm odobrenje={opened === 'new' ? null : opened} onClose={() => show(null)} />}
      </DraftShelf>
      <OdobrenjeList
        at={at}
        setAt={setAt}
        onNew={() => show('new')}
        onEdit={({ id }) => openById(id).catch(sayNotOpened)}
      />
    </>
  )
}
