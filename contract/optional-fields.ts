import { z } from 'zod'
import {
  formatMicro,
  formatPara,
  MAX_AMOUNT,
  MAX_ENTERED,
  MAX_NUMBER_CHARACTERS,
  MICRO_PLACES,
  type Micro,
  microFromNumber,
  microToNumber,
  PARA_PLACES,
  type Para,
  paraFromNumber,
  paraToNumber,
} from '#domain/decimal.ts'
import { inner, whole } from './fields.ts'

/** The ID of a row of another table that nobody has to give: absent, null and blank all become null. */
export const optionalId = (label: string) => {
  const message = `${label}: ID nije ispravan.`
  return z.codec(
    z.union([z.number(message).int(message).positive(message), z.literal('')], { error: message }).nullish(),
    whole.nullable(),
    { decode: (id) => id || null, encode: (id) => id },
  )
}

type Unit<T> = { readonly max: T; readonly places: number; readonly read: (value: number) => T | null }
/** An optional number from 0 to `max`: a JSON number or plain decimal text ↔ exact; absent and blank become null. */
const optionalNumber = <T extends Micro | Para>(
  label: string,
  said: string,
  { max, places, read }: Unit<T>,
  plain: (value: T) => number,
) => {
  const message = `${label}: broj od 0 do ${said}, sa najviše ${places} decimala.`
  const exactOf = (value: number | string) => {
    if (typeof value === 'number') return read(value)
    return value.length <= MAX_NUMBER_CHARACTERS && /^\d+(\.\d+)?$/.test(value.trim()) ? read(Number(value)) : null
  }
  return z
    .codec(z.union([z.number(), z.string()], { error: message }).nullish(), inner<T | null>(), {
      decode: (value, context) => {
        if (value == null || (typeof value === 'string' && value.trim() === '')) return null
        const number = exactOf(value)
        if (number !== null && number >= 0 && number <= max) return number
        context.issues.push({ code: 'custom', message, input: value })
        return null
      },
      encode: (value) => (value === null ? null : plain(value)),
    })
    .meta({ type: 'number', minimum: 0, maximum: plain(max) })
}

const PERCENT = { max: 100_000_000 as Micro, places: MICRO_PLACES, read: microFromNumber }
const AMOUNT = { max: MAX_AMOUNT, places: PARA_PLACES, read: paraFromNumber }
const QUANTITY = { max: MAX_ENTERED, places: MICRO_PLACES, read: microFromNumber }
/** A quantity; zero counts as none. */
export const optionalQuantity = (label: string) =>
  z.codec(optionalNumber(label, formatMicro(MAX_ENTERED), QUANTITY, microToNumber), inner<Micro | null>(), {
    decode: (value) => value || null,
    encode: (value) => value,
  })

/** A percentage from 0 to 100. */
export const optionalPercent = (label: string) => optionalNumber(label, '100', PERCENT, microToNumber)
/** An amount of money. */
export const optionalAmount = (label: string) => optionalNumber(label, formatPara(MAX_AMOUNT), AMOUNT, paraToNumber)
