import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { authenticator } from '#server/auth/sessions.ts'
import type { Store } from '#server/db/open.ts'
import { featuresOf } from '#server/features.ts'
import { createApp } from '#server/http/app.ts'
import { customsOf, declared, demoAuthorisations, lastQuarter } from './demo-customs.ts'
import { type Day, dateOf } from './demo-days.ts'
import { type DemoC1, type DemoProduct, demandOf, planExports } from './demo-exports.ts'
import { type DemoMaterial, planImports } from './demo-imports.ts'
import { directed, enterNamed } from './demo-named.ts'
import { enterOffice, SPELLING } from './demo-office.ts'
import { tinyPdf } from './demo-paper.ts'
import { OWNER } from './demo-partners.ts'
import { type Random, seeded } from './demo-random.ts'
import { enterReconciliation } from './demo-reconciliation.ts'
import { soldWaste, wastefulVersion, wasteSoldOn } from './demo-waste.ts'

export const DEMO_ACCOUNT = { email: 'izvoz@sumadijakabl.rs', password: 'kragujevac-2026' } as const

type Waste = Parameters<typeof soldWaste>[1][number]
const SEED = 20_260_417
const fixtures = fileURLToPath(new URL('../e2e/fixtures/', import.meta.url))

/** Days ago, and the worth of the currency's unit in RSD from that day on. */
const RATES: readonly { valuta: 'EUR' | 'USD'; day: Day; kurs: number }[] = [
  { valuta: 'USD', day: -300, kurs: 108.4 },
  { valuta: 'EUR', day: -210, kurs: 117.2 },
  { valuta: 'USD', day: -120, kurs: 105.95 },
  { valuta: 'EUR', day: -90, kurs: 117.1 },
  { valuta: 'USD', day: -30, kurs: 106.8 },
]

type Typed = { readonly tip_dokumenta: string }
type Paper = { kind: 'c4' | 'c1'; day: Day; entered: Day; number: string; partner: string; body: Typed }
export type DemoCounts = { materijala: number; proizvoda: number; c4: number; c1: number; pdf: number }

/** Whether the store holds anything at all that somebody entered. */
export async function holdsData(store: Store): Promise<boolean> {
  const { rows } = await sql<{ ima: number }>`select
    (select count(*) from korisnik) + (select count(*) from materijal) + (select count(*) from proizvod)
    + (select count(*) from c4) + (select count(*) from c1) as ima`.execute(store.read)
  return (rows[0]?.ima ?? 0) > 0
}

/**
 * Enters the year of the demonstration, up to `today` (`YYYY-MM-DD`), through the API and so by all of its rules: the
 * same documents for the same day. Throws with the server's sentence when it refuses something.
 */
export async function fillDemo(store: Store, today: string): Promise<DemoCounts> {
  const random = seeded(SEED)
  const send = await loggedIn(store)
  await send('PUT', '/nasa-firma', OWNER)
  // With a rate of tax the account says duty and tax too.
  await send('PUT', '/podesavanja', { upozorenje_roka_dana: 30, stopa_pdv: 20 })
  await send('POST', '/materials/import', sheet('materijali.xlsx'))
  await send('POST', '/proizvodi/import', sheet('normativi-ifs.xlsx'))
  for (const { day, ...rate } of RATES) await send('POST', '/rates', { ...rate, vazi_od: dateOf(today, day) })

  const materials = await send<DemoMaterial[]>('GET', '/materials/all')
  const products = await productsWithNormativ(send)
  const [first] = products
  if (first) await send('POST', `/normativ/${first.id}/verzije`, wastefulVersion(today, first))
  const authorisations: number[] = []
  for (const body of demoAuthorisations(today)) {
    const { id } = await send<{ id: number }>('POST', '/odobrenja', body)
    authorisations.push(id)
  }
  const papers = planYear(today, materials, products, random)
  const newest = papers.findLast(({ kind }) => kind === 'c1')
  const attachedTo = [newest, papers.findLast(({ kind }) => kind === 'c4')]
  const misspelt = papers.find(({ partner }) => partner === SPELLING.of)
  let [pdf, newestExport] = [0, 0]
  for (const paper of papers) {
    const { kind, number, partner, body } = paper
    const withPdf = random.chance(kind === 'c4' ? 0.2 : 0.15)
    const pdf_fajl = withPdf ? await uploadPdf(send, kind, number, partner) : null
    if (withPdf) pdf += 1
    const typed = paper === newest ? await directed(send, body as DemoC1['body'], products) : body
    const named = paper === misspelt ? { posiljalac_naziv: SPELLING.naziv } : {}
    const document = { ...typed, ...named, ...customsOf(paper, authorisations, today), pdf_fajl }
    const { id } = await send<{ id: number }>('POST', `/${kind}`, document)
    if (attachedTo.includes(paper)) await attach(send, id, paper)
    if (paper === newest) newestExport = id
  }
  const { results } = await send<{ results: Waste[] }>('GET', `/otpad/stanje?datum_do=${wasteSoldOn(today)}`)
  await send('POST', '/otpad', soldWaste(today, results))
  await enterNamed(send, today)
  await enterReconciliation(send, lastQuarter(today))
  await send('POST', '/obracuni', { ...lastQuarter(today), potvrda_manjka: true })
  await enterOffice(send, newestExport)
  const count = (kind: Paper['kind']) => papers.filter((paper) => paper.kind === kind).length
  return { materijala: materials.length, proizvoda: products.length, c4: count('c4'), c1: count('c1'), pdf }
}

/** All documents in the order in which they were typed in: mostly a day or two late, now and then by weeks. */
function planYear(
  today: string,
  materials: readonly DemoMaterial[],
  products: readonly DemoProduct[],
  random: Random,
): Paper[] {
  const exports = planExports(today, products, random)
  const imports = planImports(today, materials, demandOf(exports, products), random)
  const enteredAfter = (day: Day) => day + (random.chance(0.04) ? random.whole(14, 45) : random.whole(0, 2))
  const papers: Paper[] = [
    ...imports.map(({ day, body }) => ({
      kind: 'c4' as const,
      day,
      entered: enteredAfter(day),
      number: body.broj_c4,
      partner: body.posiljalac_naziv,
      body: { ...body, ...declared(body) },
    })),
    ...exports
      .filter(({ day }) => day < 0)
      .map(({ day, body }) => ({
        kind: 'c1' as const,
        day,
        entered: enteredAfter(day),
        number: body.broj_c1,
        partner: body.primalac_naziv,
        body,
      })),
  ]
  return papers.sort((a, b) => a.entered - b.entered || a.day - b.day || (a.number < b.number ? -1 : 1))
}

type Send = <T>(method: 'GET' | 'POST' | 'PUT', path: string, body?: object) => Promise<T>

/** Registers the account of the demonstration and answers its way to call the API. */
async function loggedIn(store: Store): Promise<Send> {
  const app = createApp(featuresOf(store, { registration: 'open' }), {
    store,
    now: Date.now,
    authenticate: authenticator(store),
  })
  let token = ''
  const send: Send = async (method, path, body) => {
    // No papers in the answers: drawing 200 of them twice would take most of the time.
    const headers: Record<string, string> = { authorization: `Bearer ${token}`, prefer: 'return=minimal' }
    if (body && !(body instanceof FormData)) headers['content-type'] = 'application/json'
    const sent = body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }
    const response = await app.request(`/api${path}`, { method, headers, ...sent })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as never
  }
  await send('POST', '/auth/register', DEMO_ACCOUNT)
  token = (await send<{ token: string }>('POST', '/auth/login', DEMO_ACCOUNT)).token
  return send
}

function sheet(name: string): FormData {
  const form = new FormData()
  form.set('file', new File([readFileSync(fixtures + name)], name))
  return form
}

async function productsWithNormativ(send: Send): Promise<DemoProduct[]> {
  const { products } = await send<{ products: { id: string }[] }>('GET', '/proizvodi')
  const all: DemoProduct[] = []
  for (const { id } of products) all.push({ id, ...(await send<Omit<DemoProduct, 'id'>>('GET', `/normativ/${id}`)) })
  return all
}

async function uploadPdf(send: Send, kind: Paper['kind'], number: string, partner: string): Promise<string> {
  const form = new FormData()
  const page = tinyPdf(['JEDINSTVENA CARINSKA ISPRAVA', number, partner, 'Primer dokumenta za demonstraciju'])
  form.set('pdf', new File([page], `${number.replace('/', '-')}.pdf`, { type: 'application/pdf' }))
  form.set('documentId', number)
  return (await send<{ filePath: string }>('POST', `/${kind}/upload`, form)).filePath
}

const ATTACHED = { c4: 'Faktura', c1: 'CMR' } as const

/** The consignment note of an export, or the invoice of an import, as an attachment beside it. */
async function attach(send: Send, id: number, { kind, number, partner }: Paper): Promise<void> {
  const vrsta = ATTACHED[kind]
  const form = new FormData()
  const page = tinyPdf([vrsta.toUpperCase(), number, partner, 'Primer priloga za demonstraciju'])
  form.set('file', new File([page], `${vrsta} ${number.replace('/', '-')}.pdf`, { type: 'application/pdf' }))
  await send('POST', `/prilozi?uz=${kind}&predmet=${id}&vrsta=${vrsta}&broj=1`, form)
}
