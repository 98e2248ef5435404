import type { KeyboardEvent } from 'react'
import { typedAmount } from '#web/documents/draft-totals.ts'
import type { InvoiceKind } from '#web/documents/invoice-sheet.tsx'
import { AmountCell, NumberCell, OrdinalCell, RemoveCell, TextCell } from '#web/documents/line-cells.tsx'
import { cellOf, type LineProps, roomy } from '#web/documents/line-grid.tsx'
import { WHOLE_STEP } from '#web/documents/typed-cell.ts'
import { Badge } from '#web/ui/badge.tsx'
import { LookupCell } from '#web/ui/lookup-cell.tsx'
import { typedAnswer } from '#web/ui/shortcut.ts'
import { type C4Line, isUntouchedC4Line, newC4Line, withoutMaterial } from './c4-draft.ts'
import { C4_LOOKUP, chosenMaterial, lookUpMaterials, searchMaterials } from './material-lookup.ts'

/** One item of an import: a row of fields, and a lot once it is saved. */
function C4LineRow(props: LineProps<C4Line>) {
  const { line, dispatch } = props
  const change = (fields: Partial<C4Line>) => dispatch({ do: 'changeLine', line: line.key, change: fields })

  /** Text that nobody chose from the offer: it stays, and is looked up; by the form itself when that is being sent. */
  async function lookUp(materijal: string, seen: boolean) {
    change(withoutMaterial(line, materijal))
    if (materijal === '' || !seen) return
    const lookup = { line: line.key, id: materijal, naziv: materijal, typed: true } as const
    const settled = await lookUpMaterials([lookup]).catch((error) => console.error(C4_LOOKUP.failed, error))
    if (settled) dispatch({ do: 'settleLines', settled })
  }

  function pressInOrigin(event: KeyboardEvent) {
    const answer = typedAnswer(event.nativeEvent)
    if (answer !== undefined) change({ dokazuje_poreklo: answer })
  }

  return (
    <tr className="line" aria-rowindex={props.index + 2}>
      <OrdinalCell of={props} />
      <td data-label={`Materijal ${line.materijal_id}`} className="name">
        <LookupCell
          {...cellOf(props, 'materijal_id', 'Materijal')}
          value={line.materijal}
          code={line.materijal_id}
          search={searchMaterials}
          onChoose={({ material }) => {
            if (material.id !== line.materijal_id) change(chosenMaterial(material))
          }}
          onLeave={lookUp}
          emptyText="Nema takvog materijala u katalogu."
        />
      </td>
      <NumberCell
        of={props}
        column="kolicina"
        label="Količina"
        value={line.kolicina}
        unit={line.jedinica_mere}
        step={WHOLE_STEP}
        onChange={(kolicina) => change({ kolicina })}
      />
      <NumberCell
        of={props}
        column="cena_po_jedinici"
        label="Cena po jedinici"
        value={line.cena_po_jedinici}
        minPlaces={2}
        step={WHOLE_STEP}
        onChange={(cena_po_jedinici) => change({ cena_po_jedinici })}
      />
      <AmountCell
        label="Iznos"
        value={isUntouchedC4Line(line) ? null : typedAmount(line.kolicina, line.cena_po_jedinici)}
      />
      <td data-label="Dokazuje poreklo">
        <button
          type="button"
          role="switch"
          {...cellOf(props, 'dokazuje_poreklo', 'Dokazuje poreklo')}
          aria-checked={line.dokazuje_poreklo}
          className="switch"
          onClick={() => change({ dokazuje_poreklo: !line.dokazuje_poreklo })}
          onKeyDown={pressInOrigin}
        >
          <Badge tone={line.dokazuje_poreklo ? 'good' : 'neutral'}>{line.dokazuje_poreklo ? 'DA' : 'NE'}</Badge>
        </button>
      </td>
      <TextCell
        of={props}
        column="tarifni_broj"
        label="Tarifni broj"
        className="code"
        value={line.tarifni_broj}
        onChange={(tarifni_broj) => change({ tarifni_broj })}
      />
      <TextCell
        of={props}
        column="zemlja_porekla"
        label="Zemlja porekla"
        value={line.zemlja_porekla}
        onChange={(zemlja_porekla) => change({ zemlja_porekla })}
      />
      <RemoveCell of={props} column="materijal_id" />
    </tr>
  )
}

/** The grid of the items of a C4. */
export const C4_KIND: InvoiceKind<C4Line> = {
  columns: [
    { id: 'redni_broj', header: '#', width: roomy(44, 54) },
    { id: 'materijal_id', header: 'Materijal' },
    { id: 'kolicina', header: 'Količina', align: 'right', width: roomy(130, 158) },
    { id: 'cena_po_jedinici', header: 'Cena po jedinici', align: 'right', width: roomy(98, 124) },
    { id: 'iznos', header: 'Iznos', align: 'right', width: roomy(106, 144) },
    { id: 'dokazuje_poreklo', header: 'Dokazuje poreklo', width: '76px' },
    { id: 'tarifni_broj', header: 'Tarifni broj', width: '98px' },
    { id: 'zemlja_porekla', header: 'Zemlja porekla', width: '98px' },
  ],
  firstColumn: 'materijal_id',
  lastColumn: 'zemlja_porekla',
  Line: C4LineRow,
  newLine: newC4Line,
  isUntouched: isUntouchedC4Line,
  priceOf: ({ cena_po_jedinici }) => cena_po_jedinici,
}
