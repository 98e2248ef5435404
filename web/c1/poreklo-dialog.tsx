import { useMutation } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import { useState } from 'react'
import type { C1Document, C1Stavka } from '#contract/c1.ts'
import { LIMIT_OF, POREKLO, type Poreklo, type PorekloBody, porekloEndpoints } from '#contract/poreklo.ts'
import { call, reasonOf } from '#web/api.ts'
import { useTypedFields } from '#web/drafts/small-form.tsx'
import { emptyIn, typedIn, wireIn } from '#web/drafts/typed-fields.ts'
import { openPdf } from '#web/received-file.ts'
import { DischargeLink } from '#web/screens/document-link.tsx'
import { TableField } from '#web/screens/field-input.tsx'
import { FormBanner } from '#web/screens/form-banner.tsx'
import { byField, checkBy, refusedFields } from '#web/screens/form-errors.ts'
import { firstPaper } from '#web/screens/paper-file.ts'
import { DrawMarks } from '#web/stock/draw-marks.tsx'
import { materialColumn } from '#web/stock/lot-columns.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { useAlert } from '#web/ui/confirm-and-alert.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Money, Quantity } from '#web/ui/number.tsx'
import { YesNo } from '#web/ui/yes-no.tsx'
import { c1Texts } from './c1-texts.ts'

const BODY = porekloEndpoints.c1Poreklo.body

type PorekloDialogProps = { document: C1Document; stavka: C1Stavka; onClose: () => void }

/** Radni list porekla of one exported line: price and limit in, the share of materials without origin out. */
export function PorekloDialog({ document, stavka, onClose }: PorekloDialogProps) {
  const [opened] = useState(() => ({
    ...emptyIn(POREKLO),
    ...typedIn({ cena_ex_works: POREKLO.cena_ex_works }, { cena_ex_works: stavka.cena }),
    pravilo: 'udeo vrednosti',
  }))
  const { values, errors, change, refuse } = useTypedFields(opened)
  const alert = useAlert()
  const params = { id: document.id }
  const compute = useMutation({
    mutationFn: (body: PorekloBody) => call(porekloEndpoints.c1Poreklo, { params, body }),
    onError: (error) => refuse(refusedFields(error)),
  })
  const body = compute.variables
  const limit = LIMIT_OF[values.pravilo as keyof typeof LIMIT_OF]

  function submit() {
    const { body, errors: found } = checkBy(BODY, { ...wireIn(POREKLO, values), c1_stavka_id: stavka.id })
    refuse(byField(found))
    if (body && !compute.isPending) compute.mutate(body)
  }

  const open = async (asked: PorekloBody) => {
    const drawn = call(porekloEndpoints.c1PorekloFiles, { params, body: asked }).then(firstPaper)
    await openPdf(drawn).catch((error) => alert({ text: c1Texts.papersFailed, reason: reasonOf(error) }))
  }

  return (
    <Dialog
      open
      size="large"
      onClose={onClose}
      onSubmit={submit}
      title={`${c1Texts.originSheet}: ${stavka.redni_broj}. ${stavka.proizvod_naziv}`}
      foot={(close) => (
        <>
          <Button onClick={close}>Zatvori</Button>
          {compute.data && body && (
            <Button icon={<FileText aria-hidden />} onClick={() => open(body)}>
              Otvori PDF
            </Button>
          )}
          <Button type="submit" variant="primary" busy={compute.isPending}>
            Izračunaj
          </Button>
        </>
      )}
    >
      {compute.error && <FormBanner title="Radni list nije izračunat.">{reasonOf(compute.error)}</FormBanner>}
      <div className="grid gap-4 sm:grid-cols-3">
        {(['cena_ex_works', 'pravilo', limit] as const).map((name) => (
          <TableField
            key={name}
            name={name}
            field={{ ...POREKLO[name], optional: false, ...(name === 'pravilo' && { empty: opened.pravilo }) }}
            value={values[name]}
            error={errors[name]}
            inputMode={name === 'pravilo' ? undefined : 'decimal'}
            onChange={(text) => change({ [name]: text })}
          />
        ))}
      </div>
      {compute.data && <Sheet poreklo={compute.data} />}
    </Dialog>
  )
}

/** The answer, its calculation, and the draws of the line. */
function Sheet({ poreklo }: { poreklo: Poreklo }) {
  const { odgovor, u_granici, vrednost_rsd, uracunato_rsd, kurs, pravilo, stavke } = poreklo
  const counted = pravilo === 'udeo vrednosti' ? 'materijal bez porekla' : 'bez porekla iz tarifnog broja proizvoda'
  return (
    <div className="mt-5 grid gap-4">
      <Banner tone={u_granici ? 'info' : 'warning'} title={odgovor}>
        Vrednost stavke <Money value={vrednost_rsd} currency="RSD" /> (kurs evra <Quantity value={kurs} />
        ), {counted} <Money value={uracunato_rsd} currency="RSD" />. Ovo je samo račun; poreklo ocenjuje onaj ko
        potpisuje dokaz o poreklu.
      </Banner>
      {stavke.length > 0 && (
        <DataTable
          label="Utrošen materijal"
          columns={COLUMNS}
          rows={stavke}
          rowKey={({ ulaz_stavka_id, usmereno }) => `${ulaz_stavka_id} ${usmereno}`}
        />
      )}
    </div>
  )
}

type Taken = Poreklo['stavke'][number]

const COLUMNS: readonly Column<Taken>[] = [
  materialColumn({ wrap: true, card: 'title' }),
  {
    id: 'c4',
    header: 'C4 / St.',
    card: 'second',
    cell: ({ c4_id, broj_c4, redni_broj }) => (
      <>
        <DischargeLink vrsta="c4" id={c4_id} broj={broj_c4} /> / {redni_broj}
      </>
    ),
  },
  {
    id: 'tarifni_broj',
    header: 'Tarifni broj',
    cell: ({ tarifni_broj }) => <span className="code">{tarifni_broj}</span>,
  },
  { id: 'zemlja', header: 'Zemlja', cell: ({ zemlja_porekla }) => zemlja_porekla },
  { id: 'poreklo', header: 'Dok. poreklo', cell: ({ dokazuje_poreklo }) => <YesNo value={dokazuje_poreklo} /> },
  {
    id: 'kolicina',
    header: 'Količina',
    align: 'right',
    cell: ({ kolicina, jedinica_mere, usmereno }) => (
      <>
        <Quantity value={kolicina} unit={jedinica_mere} />
        <DrawMarks usmereno={usmereno} />
      </>
    ),
  },
  {
    id: 'cena',
    header: 'Cena',
    align: 'right',
    cell: ({ cena_po_jedinici, valuta }) => (
      <>
        <Quantity value={cena_po_jedinici} minPlaces={2} /> {valuta}
      </>
    ),
  },
  {
    id: 'vrednost',
    header: 'Vrednost (RSD)',
    align: 'right',
    card: 'right',
    cell: ({ vrednost_rsd, uracunato }) => (
      <span className={uracunato ? 'font-semibold' : 'text-ink-3'}>
        <Money value={vrednost_rsd} />
      </span>
    ),
  },
]
