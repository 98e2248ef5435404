import type { MaterialRow } from '#contract/materials.ts'
import { Quantity } from '#web/ui/number.tsx'

/**
 * What is in stock: green when there is some, red with its sign when more went out than ever came in (spec §2). Where some
 * remains although exports lack some, both stand below: neither makes up for the other.
 */
export const StockQuantity = ({ totalQuantity, preostalo, manjak, jedinica_mere: unit }: Stock) => (
  <>
    <span className={totalQuantity > 0 ? 'text-good' : undefined}>
      <Quantity value={totalQuantity} unit={unit} />
    </span>
    {manjak > 0 && preostalo > 0 && (
      <span className="block text-ink-2 text-sm">
        <span className="whitespace-nowrap">
          ostalo <Quantity value={preostalo} unit={unit} />,
        </span>{' '}
        <span className="whitespace-nowrap text-bad">
          manjak <Quantity value={manjak} unit={unit} />
        </span>
      </span>
    )}
  </>
)

type Stock = Pick<MaterialRow, 'totalQuantity' | 'preostalo' | 'manjak' | 'jedinica_mere'>
