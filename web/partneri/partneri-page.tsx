import { type Partner, partneriEndpoints } from '#contract/partneri.ts'
import { call, reasonOf } from '#web/api.ts'
import { DraftShelf } from '#web/drafts/draft-shelf.tsx'
import { useAddressValues } from '#web/screens/use-address-values.ts'
import { useArrival } from '#web/screens/use-arrival.ts'
import { useOpened } from '#web/screens/use-opened.ts'
import { toastError } from '#web/ui/toast.tsx'
import { PARTNER_DEFAULTS } from './partner-address.ts'
import { PARTNER_KIND } from './partner-draft.ts'
import { PartnerForm } from './partner-form.tsx'
import { PartnerList } from './partner-list.tsx'
import { partnerScreenTexts } from './partner-texts.ts'

/** Partneri: the list and the form. */
export function PartneriPage() {
  const [at, setAt] = useAddressValues(PARTNER_DEFAULTS)
  const { opened, show, open } = useOpened<'new' | Partner, number>()
  useArrival(({ openModal }) => openModal && show('new'))

  const openById = (id: number) => open(id, () => call(partneriEndpoints.getPartner, { params: { id } }))
  const sayNotOpened = (error: unknown) => toastError(partnerScreenTexts.loadFailed, reasonOf(error))
  return (
    <>
      <DraftShelf
        kind={PARTNER_KIND}
        closed={!opened}
        onOpen={(id) => (id === null ? show('new') : openById(Number(id)))}
        onNotOpened={sayNotOpened}
      >
        {opened && <PartnerForm partner={opened === 'new' ? null : opened} onClose={() => show(null)} />}
      </DraftShelf>
      <PartnerList
        at={at}
        setAt={setAt}
        onNew={() => show('new')}
        onEdit={({ id }) => openById(id).catch(sayNotOpened)}
      />
    </>
  )
}
