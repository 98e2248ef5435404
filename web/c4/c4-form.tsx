import { type RefObject, useCallback, useMemo, useRef, useState } from 'react'
import { type C4Document, c4Endpoints, type SavedC4 } from '#contract/c4.ts'
import { call, reasonOf } from '#web/api.ts'
import { DocumentForm } from '#web/document-form/document-form.tsx'
import type { DocumentFormProps, FormKind } from '#web/document-form/use-document-form.ts'
import { C4, type C4Dispatch, type C4Draft, type C4Types } from './c4-draft.ts'
import { C4_GRID } from './c4-grid.tsx'
import { C4HeadFields } from './c4-head.tsx'
import { c4Texts } from './c4-texts.ts'
import { StoredLotsOf } from './discharged-lots.tsx'
import { attachInvoices, FromSupplier, NOTHING_TAKEN, TakenNote } from './from-supplier.tsx'
import type { ImportedInvoices } from './imported-invoices.ts'
import { InvoiceImport } from './invoice-import.tsx'
import type { TakenFiles } from './supplier-window.tsx'

const C4_FORM: FormKind<C4Types> = {
  list: c4Endpoints.listC4.path,
  fields: C4,
  grid: C4_GRID,
  currencyOf: ({ valuta }) => valuta,
  goodsOf: ({ stavke }) =>
    stavke.map(({ id = null, materijal_id, cena_po_jedinici, ...line }) => ({
      ...line,
      id,
      roba_id: materijal_id,
      cena: cena_po_jedinici,
    })),
  partner: 'posiljalac_naziv',
  propose: (query, signal) => call(c4Endpoints.c4Predlog, { query, signal }),
  usual: (ids, bez_dokumenta) => call(c4Endpoints.c4Uobicajeno, { body: { ids, bez_dokumenta } }),
  foresee: async (id, dokument, signal) => {
    const told = await call(c4Endpoints.c4Provera, { body: { id, dokument }, signal })
    const draws = told.razduzenje.flatMap(({ izvoz, ...row }, at) => {
      if (!izvoz) return []
      const { kolicina, usmereno, posle_roka, pre_prelaska, broj_c1, c1_datum, broj_fakture, redni_broj } = izvoz
      return [
        {
          key: String(at),
          ...row,
          kolicina,
          usmereno,
          posle_roka,
          pre_prelaska,
          other: { broj: broj_c1, datum: c1_datum, stavka: `${broj_fakture} / ${redni_broj}` },
        },
      ]
    })
    return { told, draws, other: 'C1' }
  },
  load: (id) => call(c4Endpoints.getC4, { params: { id } }),
  loadPdf: (id) => call(c4Endpoints.downloadC4Pdf, { params: { id } }),
  uploadPdf: (file, documentId, onProgress) =>
    call(c4Endpoints.uploadC4Pdf, { file, fields: { documentId }, onProgress }),
  create: (body, idempotencyKey) => call(c4Endpoints.createC4, { body, idempotencyKey }),
  update: (id, body, ifVersion) => call(c4Endpoints.updateC4, { params: { id }, body, ifVersion }),
  consequencesOf: ({ promenjeni_c1, promenjen_rok_c1 = [] }) => ({ manjak: [], promenjeni_c1, promenjen_rok_c1 }),
  notSaved: (error) => ({ text: c4Texts.saveFailed, reason: reasonOf(error) }),
  titles: { add: 'Novi ulazni dokument', edit: 'Izmeni ulazni dokument' },
  texts: c4Texts,
}

/** Novi ulazni dokument / Izmeni ulazni dokument (spec §2, §5). */
export function C4Form(props: DocumentFormProps<C4Document>) {
  const [shown, setShown] = useState<TakenFiles>(NOTHING_TAKEN)
  const taken = useRef<TakenFiles>(NOTHING_TAKEN)
  const of = useMemo(() => ({ ...C4_FORM, afterSave: ({ id }: SavedC4) => void attachInvoices(id, taken.current) }), [])
  const buttons = useCallback((latest: RefObject<C4Draft>, dispatch: C4Dispatch) => {
    const take = ({ head, ...imported }: ImportedInvoices) => {
      if (Object.keys(head).length > 0) dispatch({ do: 'changeHead', change: head })
      dispatch({ do: 'replaceInvoices', ...imported })
    }
    return (
      <>
        <InvoiceImport latest={latest} onTake={take} />
        <FromSupplier
          {...{ latest, dispatch }}
          onTake={({ files, fakture }) => {
            const before = taken.current
            taken.current = { files: [...before.files, ...files], fakture: [...before.fakture, ...fakture] }
            setShown(taken.current)
          }}
        />
      </>
    )
  }, [])
  return (
    <DocumentForm
      of={of}
      {...props}
      head={(head) => <C4HeadFields {...head} />}
      buttons={buttons}
      notice={<TakenNote of={shown} />}
      around={(form, _, stored) => <StoredLotsOf stored={stored}>{form}</StoredLotsOf>}
    />
  )
}
