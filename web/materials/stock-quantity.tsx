import type { Micro } from '#domain/decimal.ts'
import { Quantity } from '#web/ui/number.tsx'

/** What is in stock: green when there is some, red with its sign when more went out than ever came in (spec §2). */
export const StockQuantity = ({ value, unit }: { value: Micro; unit: string }) => (
  <span className={value > 0 ? 'text-good' : undefined}>
    <Quantity value={value} unit={unit} />
  </span>
)
