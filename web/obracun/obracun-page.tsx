import { useQuery } from '@tanstack/react-query'
import { FileCheck2, ListChecks, X } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { obracunEndpoints, obracunTexts } from '#contract/obracun.ts'
import { ApiError, call } from '#web/api.ts'
import { OpenPaperButton } from '#web/documents/open-paper-button.tsx'
import { firstPaper } from '#web/documents/paper-file.ts'
import { PeriodFilter } from '#web/documents/period-filter.tsx'
import { SheetButton } from '#web/documents/sheet-button.tsx'
import { read } from '#web/queries.ts'
import { PODNETI } from '#web/screens/record-addresses.ts'
import { NotShown } from '#web/screens/record-page.tsx'
import { useAddressValues } from '#web/screens/use-address-values.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { HandInDialog } from './hand-in-dialog.tsx'
import { ObracunParts } from './obracun-parts.tsx'
import { PagedParts } from './paged-parts.tsx'

const DEFAULTS = { c4: '', odobrenje: '', datum_od: '', datum_do: '', deo: 'stavke' }

/** Obračun: what was, came, went out and is left of one import, of an authorisation or of all, over a period (customs §5). */
export function ObracunPage() {
  const [at, setAt] = useAddressValues(DEFAULTS)
  const [handing, setHanding] = useState(false)
  const scope = { c4_id: Number(at.c4) || '', odobrenje_id: Number(at.odobrenje) || '' } as const
  const asked = { ...scope, datum_od: at.datum_od, datum_do: at.datum_do } as const
  const query = useQuery(read(obracunEndpoints.getObracun, { query: asked }))
  const obracun = query.data
  const only = at.odobrenje ? 'jedno odobrenje' : at.c4 ? (obracun?.stavke[0]?.broj_c4 ?? 'jedan C4') : null
  return (
    <div className="print-lying flex flex-col gap-4">
      <div className="grid grid-cols-2 items-end gap-3 sm:flex sm:flex-wrap">
        <PeriodFilter at={at} setAt={setAt} />
        {only && (
          <Button icon={<X aria-hidden />} onClick={() => setAt({ c4: '', odobrenje: '' })}>
            Samo: {only}
          </Button>
        )}
        <div className="col-span-2 flex flex-wrap gap-2 sm:ml-auto">
          <OpenPaperButton
            name="Obračun (PDF)"
            draw={async () => firstPaper(await call(obracunEndpoints.obracunFiles, { query: asked }))}
            failed="PDF obračuna nije mogao da se napravi."
          />
          <SheetButton sheet="obracun" query={asked} />
          <Button data-opens-modal variant="primary" icon={<FileCheck2 aria-hidden />} onClick={() => setHanding(true)}>
            Sačuvaj kao podnet
          </Button>
          <Link to={PODNETI.path} className={buttonClass()}>
            <ListChecks aria-hidden />
            Podneti obračuni
          </Link>
        </div>
      </div>
      {obracun ? (
        <ObracunParts
          of={obracun}
          deo={at.deo}
          onDeo={(deo) => setAt({ deo }, { replace: true })}
          outdated={query.isPlaceholderData}
        />
      ) : query.error instanceof ApiError && query.error.message === obracunTexts.tooMany ? (
        <PagedParts
          key={JSON.stringify(asked)}
          asked={asked}
          deo={at.deo}
          onDeo={(deo) => setAt({ deo }, { replace: true })}
        />
      ) : (
        <NotShown query={query} text="Obračun nije mogao da se učita." />
      )}
      {handing && (
        <HandInDialog
          scope={{ c4_ids: scope.c4_id ? [scope.c4_id] : null, odobrenje_id: scope.odobrenje_id || null }}
          period={at}
          uncovered={new Set(obracun?.bez_pokrica.map(({ c1_id }) => c1_id)).size}
          onClose={() => setHanding(false)}
        />
      )}
    </div>
  )
}
