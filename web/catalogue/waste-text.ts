import type { Norm } from '#domain/bom.ts'
import { formatMicro } from '#domain/decimal.ts'

/** The percents of waste and loss of a norm that has any: 'otpad 4 % · gubitak 1 %'. */
export const wasteText = ({ otpad_procenat, gubitak_procenat }: Pick<Norm, 'otpad_procenat' | 'gubitak_procenat'>) =>
  [
    otpad_procenat > 0 && `otpad ${formatMicro(otpad_procenat)} %`,
    gubitak_procenat > 0 && `gubitak ${formatMicro(gubitak_procenat)} %`,
  ]
    .filter(Boolean)
    .join(' · ')
