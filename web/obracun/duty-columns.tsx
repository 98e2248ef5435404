import type { ObracunStavka, ObracunUkupno } from '#contract/obracun.ts'
import { type Para, totalPara } from '#domain/decimal.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { Money, Quantity } from '#web/ui/number.tsx'

type Dutiable = Pick<ObracunUkupno, 'carinska_vrednost_rsd' | 'iznos_carine' | 'iznos_pdv'>
const money = <Row extends Dutiable>(id: string, header: string, of: (row: Row) => Para | null): Column<Row> => ({
  id,
  header,
  align: 'right',
  cell: (row) => {
    const amount = of(row)
    return amount !== null && <Money value={amount} />
  },
  total: (rows) => <Money value={totalPara(rows.map(of).filter((amount) => amount !== null))} strong />,
})

/** Of the whole imported line, for information; only where a rate of tax is set. */
export const duty = <Row extends Dutiable>(): readonly Column<Row>[] => [
  money('carinska_vrednost', 'Carinska vrednost', (row) => row.carinska_vrednost_rsd),
  money('iznos_carine', 'Carina (informativno)', (row) => row.iznos_carine),
  money('iznos_pdv', 'PDV (informativno)', (row) => row.iznos_pdv),
]

export const RATE: Column<ObracunStavka> = {
  id: 'stopa_carine',
  header: 'Stopa %',
  align: 'right',
  cell: ({ stopa_carine }) => stopa_carine !== null && <Quantity value={stopa_carine} />,
}
