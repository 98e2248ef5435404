import { z } from 'zod'
import { email, said } from './auth.ts'
import { endpoints } from './endpoint.ts'
import { token } from './links.ts'

export const postaTexts = {
  /** One sentence whether there is such an account or not. */
  asked: 'Ako postoji nalog sa ovom adresom, na nju stiže mejl sa vezom za novu lozinku. Pogledajte i neželjenu poštu.',
  sent: 'Mejl sa vezom je poslat. Ako ne stigne, predajte vezu sami.',
  notConfigured: 'Ovaj server ne šalje mejlove. Obratite se administratoru.',
  dailyOn: 'Dnevni mejl je uključen.',
  dailyOff: 'Dnevni mejl je isključen.',
  tooMany: 'Previše zahteva za mejl. Pokušajte ponovo kasnije.',
} as const

const dailyMail = z
  .object({ dnevni_mejl: z.boolean('Dnevni mejl: očekuje se true ili false.') })
  .meta({ id: 'DnevniMejl' })

export const postaEndpoints = endpoints({
  imaPostu: {
    method: 'GET',
    path: '/auth/mail',
    summary: 'Kaže da li server šalje mejlove.',
    open: true,
    reply: z.object({ mejl: z.boolean() }).meta({ id: 'ImaPostu' }),
  },
  forgottenPassword: {
    method: 'POST',
    path: '/auth/forgotten',
    summary: 'Šalje mejlom vezu za novu lozinku, ako takav nalog postoji; odgovara uvek isto.',
    open: true,
    body: z.object({ email }).meta({ id: 'ZaboravljenaLozinka' }),
    reply: said,
  },
  mailLink: {
    method: 'POST',
    path: '/auth/link/mail',
    summary: 'Šalje mejlom vezu koja je upravo izdata, vlasniku naloga.',
    needs: 'admin',
    body: z.object({ token }).meta({ id: 'VezaMejlom' }),
    reply: said,
  },
  dailyMail: {
    method: 'GET',
    path: '/auth/daily-mail',
    summary: 'Kaže da li ovaj nalog prima dnevni mejl.',
    person: true,
    reply: dailyMail,
  },
  setDailyMail: {
    method: 'PUT',
    path: '/auth/daily-mail',
    summary: 'Uključuje ili isključuje dnevni mejl ovog naloga; prvi stiže sledećeg jutra.',
    person: true,
    needs: 'read',
    body: dailyMail,
    reply: said,
  },
})
