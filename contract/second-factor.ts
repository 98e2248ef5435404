import { z } from 'zod'
import { authTexts, credentials, reauthentication, said } from './auth.ts'
import { endpoints } from './endpoint.ts'
import { idParam, moment } from './fields.ts'
import { RECOVERY_CODES } from './limits.ts'

export const secondFactorTexts = {
  required: 'Pre svega ostalog uključite potvrdu u dva koraka.',
  already: 'Potvrda u dva koraka je već uključena.',
  none: 'Potvrda u dva koraka nije uključena.',
  own: "Svoju potvrdu u dva koraka isključujete pod 'Nalog i sesije', uz lozinku i kod.",
  on: 'Potvrda u dva koraka je uključena.',
  newCodes: 'Raniji rezervni kodovi više ne važe.',
  off: 'Potvrda u dva koraka je isključena.',
  removed: 'Potvrda u dva koraka je uklonjena, a nalog odjavljen.',
} as const

/** From the app, or a recovery code; blanks and hyphens in it do not count. */
const code = credentials.shape.code.unwrap().min(1, { error: authTexts.codeWanted, abort: true })

const confirmation = z.object({ password: credentials.shape.password, code }).meta({ id: 'LozinkaIKod' })

const offered = z
  .object({
    /** Base32, for typing it into an app. */
    tajna: z.string(),
    /** The same as an address that apps read from a QR code (`otpauth://`). */
    otpauth: z.string(),
  })
  .meta({ id: 'PonudjenDrugiKorak' })

const recoveryCodes = z.object({ kodovi: z.array(z.string()), message: z.string() }).meta({ id: 'RezervniKodovi' })

export const secondFactorEndpoints = endpoints({
  secondFactor: {
    method: 'GET',
    path: '/auth/second-factor',
    summary: 'Kaže od kada ovaj nalog ima potvrdu u dva koraka i koliko mu je rezervnih kodova ostalo.',
    person: true,
    reply: z
      .object({
        /** Since when; null while there is none. */
        ukljucen_od: moment.nullable(),
        rezervnih_kodova: z.number().int(),
      })
      .meta({ id: 'DrugiKorak' }),
  },
  offerSecondFactor: {
    method: 'POST',
    path: '/auth/second-factor',
    summary: 'Daje novu tajnu za aplikaciju sa kodovima (TOTP); prijavljivanje je ne traži dok se ne potvrdi.',
    person: true,
    needs: 'read',
    body: reauthentication,
    reply: offered,
  },
  confirmSecondFactor: {
    method: 'POST',
    path: '/auth/second-factor/confirm',
    summary: `Uključuje potvrdu u dva koraka, odjavljuje ostale sesije naloga i daje ${RECOVERY_CODES} rezervnih kodova, samo sada.`,
    person: true,
    needs: 'read',
    body: confirmation,
    reply: recoveryCodes,
  },
  newRecoveryCodes: {
    method: 'POST',
    path: '/auth/second-factor/codes',
    summary: `Daje ${RECOVERY_CODES} novih rezervnih kodova umesto ranijih; kažu se samo sada.`,
    person: true,
    needs: 'read',
    body: confirmation,
    reply: recoveryCodes,
  },
  endSecondFactor: {
    method: 'DELETE',
    path: '/auth/second-factor',
    summary: 'Isključuje potvrdu u dva koraka i briše rezervne kodove.',
    person: true,
    needs: 'read',
    body: confirmation,
    reply: said,
  },
  removeSecondFactor: {
    method: 'DELETE',
    path: '/auth/accounts/{id}/second-factor',
    summary: 'Uklanja potvrdu u dva koraka drugom nalogu i odjavljuje ga.',
    needs: 'admin',
    params: idParam,
    reply: said,
  },
})
