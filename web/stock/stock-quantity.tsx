import type { MaterialRow } from '#contract/materials.ts'
import { Quantity } from '#web/ui/number.tsx'

type Stock = Pick<MaterialRow, 'totalQuantity' | 'preostalo' | 'manjak' | 'jedinica_mere'>

/** The stock: green when there is some, red with its sign when more went out than ever came in (spec §2). */
export const StockQuantity = (stock: Stock) => (
  <>
    <span className={stock.totalQuantity > 0 ? 'text-good' : undefined}>
      <Quantity value={stock.totalQuantity} unit={stock.jedinica_mere} />
    </span>
    <LeftAndLacking {...stock} />
  </>
)

/** Where some remains although exports lack some, both stand below: neither makes up for the other. */
export const LeftAndLacking = ({ preostalo, manjak, jedinica_mere: unit }: Stock) =>
  manjak > 0 &&
  preostalo > 0 && (
    <span className="block whitespace-normal text-ink-2 text-sm">
      <span className="whitespace-nowrap max-sm:block">
        ostalo <Quantity value={preostalo} unit={unit} />,
      </span>{' '}
      <span className="whitespace-nowrap text-bad max-sm:block">
        manjak <Quantity value={manjak} unit={unit} />
      </span>
    </span>
  )
