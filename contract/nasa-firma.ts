import { z } from 'zod'
import { isPib } from '#domain/codes.ts'
import { endpoints, type ReplyOf } from './endpoint.ts'
import { requiredCode, whole } from './fields.ts'
import { countryField, enteredIn, field, optionalField, storedIn, textField } from './form-fields.ts'
import { MAX_CODE_CHARACTERS } from './limits.ts'

const code = (label: string, isRight: (text: string) => boolean, wrong: string) => {
  // `requiredCode` reports an empty code already.
  const entered = requiredCode(label, MAX_CODE_CHARACTERS).refine((text) => text === '' || isRight(text), wrong)
  return field('code', label, { entered, stored: z.string() })
}

/** The company that keeps these books: the receiver of its imports and the sender of its exports. */
export const NASA_FIRMA = {
  naziv: textField('Naziv firme'),
  pib: code('PIB', isPib, 'PIB mora imati 9 cifara sa ispravnom kontrolnom cifrom.'),
  mb: code('Matični broj', (text) => /^\d{8}$/.test(text), 'Matični broj mora imati 8 cifara.'),
  adresa: optionalField('text', 'Ulica i broj'),
  grad: textField('Grad'),
  drzava: countryField('Država'),
}

const nasaFirma = z
  .object({ ...storedIn(NASA_FIRMA), verzija: whole.describe('0 dok firma nije uneta.') })
  .meta({ id: 'NasaFirma' })

export const nasaFirmaEndpoints = endpoints({
  getNasaFirma: {
    method: 'GET',
    path: '/nasa-firma',
    summary: 'Daje podatke naše firme; prazne dok nije uneta.',
    reply: nasaFirma,
  },
  saveNasaFirma: {
    method: 'PUT',
    path: '/nasa-firma',
    summary: 'Upisuje podatke naše firme, koji se predlažu u novim dokumentima i stoje na papirima.',
    body: z.object(enteredIn(NASA_FIRMA)).meta({ id: 'NasaFirmaUnos' }),
    reply: nasaFirma,
  },
})
export type NasaFirma = ReplyOf<(typeof nasaFirmaEndpoints)['getNasaFirma']>
