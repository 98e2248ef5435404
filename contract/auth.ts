import { z } from 'zod'
import { emailAddress } from './email.ts'
import { endpoints } from './endpoint.ts'
import { codeParam, idParam, moment, optionalText } from './fields.ts'
import {
  MAX_ACCOUNT_NAME_CHARACTERS,
  MAX_DEVICE_CHARACTERS,
  MAX_PASSWORD_CHARACTERS,
  MAX_SECOND_CODE_CHARACTERS,
  MAX_WAITING_SHOWN,
  MIN_PASSWORD_CHARACTERS,
} from './limits.ts'
import { ULOGE } from './roles.ts'

/** The literal messages of the login form (spec §5 and §8); the English ones stay English (decisions §5). */
export const authTexts = {
  fillAll: 'Please fill in all fields',
  confirm: 'Please confirm your password',
  mismatch: 'Passwords do not match',
  short: 'Password must be at least 8 characters long',
  badRequest: 'Molimo popunite sva polja ispravno.',
  wrong: 'Pogrešan email ili lozinka.',
  exists: 'Korisnik sa ovim emailom već postoji.',
  lastAdministrator: 'Ovo je jedini nalog sa ulogom Administrator. Prvo je dajte drugom nalogu.',
  accountSaved: 'Nalog je izmenjen.',
  accountSessionsEnded: 'Sve sesije naloga su odjavljene.',
  closed: 'Registracija je zatvorena. Obratite se administratoru.',
  waiting: 'Nalog čeka odobrenje.',
  approved: 'Nalog je odobren.',
  rejected: 'Nalog je odbijen.',
  domain: 'Registracija nije dozvoljena za ovu email adresu.',
  wrongCurrent: 'Trenutna lozinka nije ispravna.',
  unchanged: 'Nova lozinka mora da se razlikuje od trenutne.',
  guessable: 'Ova lozinka se lako pogađa. Izaberite drugu.',
  changed: 'Lozinka je promenjena. Ostale sesije su odjavljene.',
  sessionEnded: 'Sesija je odjavljena.',
  othersEnded: 'Sve ostale sesije su odjavljene.',
  codeWanted: 'Upišite kod iz aplikacije.',
  wrongCode: 'Kod nije ispravan ili je već upotrebljen.',
  busy: 'Previše korisnika se prijavljuje odjednom. Pokušajte ponovo za nekoliko sekundi.',
  tooMany: 'Previše pokušaja prijavljivanja. Pokušajte ponovo kasnije.',
} as const

export const email = emailAddress(authTexts.badRequest)

export const credentials = z
  .object({
    email,
    password: z
      .string({ error: authTexts.badRequest })
      .min(1, { error: authTexts.badRequest, abort: true })
      .max(MAX_PASSWORD_CHARACTERS, `Lozinka: najviše ${MAX_PASSWORD_CHARACTERS} znakova.`),
    /** The browser's token: an account counts the tries of a browser that it knows apart. */
    device: z.string().max(MAX_DEVICE_CHARACTERS, authTexts.badRequest).optional(),
    /** The code of the second step, for an account that has one. */
    code: z.string({ error: authTexts.codeWanted }).max(MAX_SECOND_CODE_CHARACTERS, authTexts.wrongCode).optional(),
  })
  .meta({ id: 'Prijava' })

export const registration = z
  .object({
    email,
    password: credentials.shape.password.min(MIN_PASSWORD_CHARACTERS, authTexts.short),
  })
  .meta({ id: 'Registracija' })

export const passwordChange = z
  .object({
    currentPassword: credentials.shape.password,
    newPassword: registration.shape.password,
  })
  .meta({ id: 'PromenaLozinke' })

/**
 * A call that ends other sessions asks for the password again: an open session must not shut its owner out elsewhere.
 */
export const reauthentication = z.object({ password: credentials.shape.password }).meta({ id: 'PonovljenaLozinka' })

export const uloga = z.enum(ULOGE, { error: `Uloga: očekuje se jedna od: ${ULOGE.join(', ')}.` }).meta({ id: 'Uloga' })

const user = z
  .object({
    email: z.string(),
    /** Empty until an administrator writes it. */
    ime: z.string(),
    uloga,
    /** When a password that an administrator gave stops working; absent for the user's own. */
    lozinka_vazi_do: moment.optional(),
    /** True where the account has to set up its second factor before anything else; absent otherwise. */
    ceka_drugi_korak: z.literal(true).optional(),
  })
  .meta({ id: 'Korisnik' })

const session = z
  .object({
    id: z.string(),
    /** The address and the program (`User-Agent`) that opened it. */
    adresa: z.string(),
    uredjaj: z.string(),
    napravljena: moment,
    /** Exact to a few minutes. */
    koriscena: moment,
    /** The address of the last use, as exact as its time. */
    poslednja_adresa: z.string(),
    istice: moment,
    /** True for the session that asks. */
    ova: z.boolean(),
  })
  .meta({ id: 'Sesija' })
export type Session = z.output<typeof session>

const waitingAccount = z
  .object({ id: z.number().int(), email: z.string(), napravljen: moment })
  .meta({ id: 'NalogKojiCeka' })
export type WaitingAccount = z.output<typeof waitingAccount>

const account = z
  .object({
    id: z.number().int(),
    email: z.string(),
    ime: z.string(),
    uloga,
    /** True for an account that may not log in. */
    iskljucen: z.boolean(),
    /** True for an account that was invited and has no password yet. */
    pozvan: z.boolean(),
    napravljen: moment,
    /** The last use of its open sessions, exact to a few minutes; null without any. */
    poslednji_put: moment.nullable(),
    otvorenih_sesija: z.number().int(),
    /** True for an account that is asked for a second factor at its login. */
    drugi_korak: z.boolean(),
    /** True for the account that asks. */
    ovaj: z.boolean(),
  })
  .meta({ id: 'Nalog' })
export type Account = z.output<typeof account>

const accountChange = z
  .object({
    ime: optionalText('Ime', MAX_ACCOUNT_NAME_CHARACTERS),
    uloga,
    iskljucen: z.boolean('Isključen: očekuje se true ili false.'),
  })
  .meta({ id: 'IzmenaNaloga' })

export const said = z.object({ message: z.string() }).meta({ id: 'Poruka' })

export const authEndpoints = endpoints({
  me: {
    method: 'GET',
    path: '/auth/me',
    summary: 'Daje korisnika čija je sesija.',
    always: true,
    reply: z.object({ user }),
  },
  register: {
    method: 'POST',
    path: '/auth/register',
    summary: 'Pravi nalog; ne prijavljuje ga.',
    open: true,
    body: registration,
    reply: z.object({ user }),
    status: 201,
  },
  login: {
    method: 'POST',
    path: '/auth/login',
    summary:
      'Daje token kojim se pozivi potpisuju. Nalogu sa potvrdom u dva koraka treba i code: bez njega 401 za to polje.',
    open: true,
    body: credentials,
    reply: z.object({ token: z.string(), device: z.string() }),
  },
  logout: {
    method: 'POST',
    path: '/auth/logout',
    summary: 'Odjavljuje sesiju koja pita.',
    person: true,
    needs: 'read',
    // Not the storage: the theme stays, and so does what another user of this browser has not saved yet.
    headers: { 'clear-site-data': '"cache"' },
    reply: said,
  },
  changePassword: {
    method: 'POST',
    path: '/auth/password',
    summary: 'Menja lozinku i odjavljuje sve ostale sesije naloga.',
    person: true,
    needs: 'read',
    body: passwordChange,
    reply: z.object({ message: z.string(), token: z.string() }).meta({ id: 'PromenjenaLozinka' }),
  },
  listSessions: {
    method: 'GET',
    path: '/auth/sessions',
    summary: 'Daje sesije ovog naloga, poslednju korišćenu prvu.',
    person: true,
    reply: z.object({ sessions: z.array(session) }),
  },
  endSession: {
    method: 'DELETE',
    path: '/auth/sessions/{id}',
    summary: 'Odjavljuje jednu sesiju ovog naloga.',
    person: true,
    needs: 'read',
    params: codeParam,
    body: reauthentication,
    reply: said,
  },
  endOtherSessions: {
    method: 'DELETE',
    path: '/auth/sessions',
    summary: 'Odjavljuje sve sesije ovog naloga osim one koja pita.',
    person: true,
    needs: 'read',
    body: reauthentication,
    reply: said,
  },
  listWaiting: {
    method: 'GET',
    path: '/auth/waiting',
    summary: `Daje nove naloge koje administrator treba da odobri, najnovije prve, najviše ${MAX_WAITING_SHOWN}.`,
    needs: 'admin',
    reply: z.object({ accounts: z.array(waitingAccount), total: z.number().int() }),
  },
  approveAccount: {
    method: 'POST',
    path: '/auth/waiting/{id}',
    summary: 'Odobrava nalog koji čeka: njime se od tada može prijaviti.',
    needs: 'admin',
    params: idParam,
    reply: said,
  },
  rejectAccount: {
    method: 'DELETE',
    path: '/auth/waiting/{id}',
    summary: 'Briše nalog koji čeka; njegov email je opet slobodan.',
    needs: 'admin',
    params: idParam,
    reply: said,
  },
  listAccounts: {
    method: 'GET',
    path: '/auth/accounts',
    summary: 'Daje sve naloge osim onih koji čekaju odobrenje, sa ulogom i poslednjim korišćenjem.',
    needs: 'admin',
    reply: z.object({ accounts: z.array(account) }),
  },
  updateAccount: {
    method: 'PUT',
    path: '/auth/accounts/{id}',
    summary: 'Menja ime, ulogu i pristup naloga; odbija ono čime bi knjige ostale bez administratora.',
    needs: 'admin',
    params: idParam,
    body: accountChange,
    reply: said,
  },
  endAccountSessions: {
    method: 'DELETE',
    path: '/auth/accounts/{id}/sessions',
    summary: 'Odjavljuje nalog sa svih računara.',
    needs: 'admin',
    params: idParam,
    reply: said,
  },
})
