import type { dashboardEndpoints } from '#contract/dashboard.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { counted } from '#domain/count-words.ts'
import { formatWhole } from '#domain/decimal.ts'
import type { Arrival } from '#web/screens/use-arrival.ts'

type Figures = ReplyOf<(typeof dashboardEndpoints)['dashboard']>
/** Facts of the books about moving in; `firma` is the name of our company, empty while it is not entered. */
export type Moved = Figures & { firma: string; popisa: number; zakljuceno: boolean }

export type Step = {
  id: string
  name: string
  /** The need of the step, in two sentences. */
  expects: string
  /** The result in words; null while nothing has come in. */
  done: (books: Moved) => string | null
  /** The link that leads to the import, form or page. */
  action: string
  opens: { path: string; state?: Arrival }
  /** An office may have none of it. */
  skips: boolean
}

const many = (count: number, one: string, few: string, rest: string): string | null =>
  count === 0 ? null : `${formatWhole(count)} ${counted(count, one, few, rest)}`

/** The way of an office into the books, in its order. */
export const STEPS: readonly Step[] = [
  {
    id: 'firma',
    name: 'Naša firma',
    expects:
      'Naziv, PIB i matični broj firme čije su ovo knjige. Predlaže se kao primalac svakog uvoza i pošiljalac svakog izvoza, pa je fajlovi ne moraju imati.',
    done: ({ firma }) => firma || null,
    action: 'Upiši firmu',
    opens: { path: '/dashboard/podesavanja' },
    skips: true,
  },
  {
    id: 'materijali',
    name: 'Materijali',
    expects:
      'Spisak materijala: ID, naziv, zemlja porekla, jedinica mere i tarifni broj. Pre upisa se vidi svaki red, i zašto se neki preskače.',
    done: ({ ukupno_materijala }) => many(ukupno_materijala, 'materijal', 'materijala', 'materijala'),
    action: 'Učitaj materijale',
    opens: { path: '/dashboard/materials', state: { openImport: true, returnsTo: '/dashboard' } },
    skips: false,
  },
  {
    id: 'proizvodi',
    name: 'Proizvodi i normativi',
    expects:
      'Za svaki proizvod šta i koliko ide u jedan komad, po želji sa procentima otpada i gubitka. Materijali treba da su već učitani.',
    done: ({ ukupno_proizvoda, proizvoda_bez_normativa: bez }) => {
      const all = many(ukupno_proizvoda, 'proizvod', 'proizvoda', 'proizvoda')
      return all && bez > 0 ? `${all}, ${formatWhole(bez)} bez normativa` : all
    },
    action: 'Učitaj normative',
    opens: { path: '/dashboard/products', state: { openImport: true, returnsTo: '/dashboard' } },
    skips: true,
  },
  {
    id: 'uvozi',
    name: 'Uvozi',
    expects:
      "Uvozi od kojih je nešto ostalo, celi; koliko je već otišlo kaže kolona 'Već razduženo'. Dan prelaska, od kog se radi u ovom programu, upisuje se jednom za ceo fajl.",
    done: ({ ukupno_c4 }) => many(ukupno_c4, 'uvoz', 'uvoza', 'uvoza'),
    action: 'Učitaj uvoze',
    opens: { path: '/dashboard/incoming', state: { openImport: true, returnsTo: '/dashboard' } },
    skips: false,
  },
  {
    id: 'izvozi',
    name: 'Izvozi',
    expects:
      'Izvozi od dana prelaska do danas, posle uvoza iz kojih su razduženi. Pre upisa se vidi kom izvozu bi šta nedostajalo.',
    done: ({ ukupno_c1, c1_sa_manjkom }) => {
      const all = many(ukupno_c1, 'izvoz', 'izvoza', 'izvoza')
      return all && c1_sa_manjkom > 0 ? `${all}, ${formatWhole(c1_sa_manjkom)} sa manjkom` : all
    },
    action: 'Učitaj izvoze',
    opens: { path: '/dashboard/outgoing', state: { openImport: true, returnsTo: '/dashboard' } },
    skips: true,
  },
  {
    id: 'provera',
    name: 'Provera stanja',
    expects:
      "Stanje iz magacina ili dosadašnjeg programa, upisano u kolonu 'Izbrojano' popisne liste. Razlike prema knjigama vide se pre čuvanja, a knjige se ne menjaju.",
    done: ({ popisa }) => many(popisa, 'popis', 'popisa', 'popisa'),
    action: 'Uporedi stanje',
    opens: { path: '/dashboard/popisi', state: { openModal: true } },
    skips: true,
  },
  {
    id: 'zakljucenje',
    name: 'Zaključavanje pre prvog dana',
    expects:
      'Ono što je preneto više se ne menja greškom. Zaključajte poslednji dan pre prvog dana rada u programu; to može administrator.',
    done: ({ zakljuceno }) => (zakljuceno ? 'zaključano' : null),
    action: 'Zaključaj period',
    opens: { path: '/dashboard/zakljucavanje' },
    skips: true,
  },
]

/** The key under which this machine keeps the steps that were skipped, one after the other. */
export const SKIPPED_KEY = 'preseljenje-preskoceno'
/** Kept among them, it ends moving in. */
export const ENDED = 'kraj'
