import type { RokRed } from '#contract/rokovi.ts'
import { formatDate } from '#domain/calendar-date.ts'
import { countOf } from '#domain/count-words.ts'
import { formatMicro, formatPara } from '#domain/decimal.ts'
import type { Store } from '#server/db/open.ts'
import { dayOf } from '#server/local-time.ts'
import { giveDailyBack, isDailyDue, isDailyTime, takeDaily } from '#server/posta/daily.ts'
import type { Mejl, Posta } from '#server/posta/posta.ts'
import { type Lacking, type News, newsOf } from './news.ts'

/** The number of named materials of one export. */
const NAMED_MATERIALS = 5

/** Whether there is anything to tell. */
const isNews = ({ isteklo, istice, manjak }: News): boolean => isteklo.total + istice.total + manjak.total > 0

/** The mail of a day to one account; `site` is the address of the program. */
export function dailyMail(news: News, email: string, site: string): Mejl {
  const { dan, upozorenje, isteklo, istice, manjak } = news
  const day = formatDate(dan)
  const parts = [
    `Rokovi i manjak na dan ${day}`,
    part('Rok je istekao', isteklo, rokLines(site), `${site}/dashboard/rokovi?stanje=isteklo`),
    part(
      `Rok ističe za najviše ${countOf(upozorenje, 'dan', 'dana', 'dana')}`,
      istice,
      rokLines(site),
      `${site}/dashboard/rokovi?stanje=isti%C4%8De`,
    ),
    part('Izvozi kojima nedostaje materijal', manjak, lackingLines(site), `${site}/dashboard/outgoing`),
    "Ovaj mejl stiže ujutru, kada ima šta da se javi. Isključuje se u programu: 'Podešavanja', 'Za vas'.",
  ]
  const naslov = `Rokovi: isteklo ${isteklo.total}, ističe ${istice.total}, izvoza sa manjkom ${manjak.total} (${day})`
  return { kome: email, naslov, tekst: `${parts.filter(Boolean).join('\n\n')}\n` }
}

type List<T> = { readonly rows: readonly T[]; readonly total: number }

function part<T>(title: string, { rows, total }: List<T>, lines: (row: T) => string[], all: string): string {
  if (total === 0) return ''
  const more = total > rows.length ? [`I još ${total - rows.length}: ${all}`] : []
  return [`${title} (${total})`, ...rows.flatMap(lines), ...more].join('\n')
}

const rokLines = (site: string) => (row: RokRed) => {
  const { c4_id, broj_c4, rok, odobrenje, broj_stavki, vrednost_rsd } = row
  const facts = [
    ...(rok ? [`rok ${formatDate(rok)}`] : []),
    ...(odobrenje ? [`odobrenje ${odobrenje}`] : []),
    `stavki sa ostatkom ${broj_stavki}`,
    `vrednost ostatka ${formatPara(vrednost_rsd)} RSD`,
  ]
  return [`- ${broj_c4}: ${facts.join(', ')}`, `  ${site}/dashboard/incoming/${c4_id}`]
}

const lackingLines = (site: string) => (row: Lacking) => {
  const { id, broj_c1, datum, manjak } = row
  const named = manjak
    .slice(0, NAMED_MATERIALS)
    .map(({ materijal_id, kolicina, jedinica_mere }) => `${materijal_id} ${formatMicro(kolicina)} ${jedinica_mere}`)
  const more = manjak.length > named.length ? [`i još ${manjak.length - named.length}`] : []
  return [
    `- ${broj_c1} od ${formatDate(datum)}: ${[...named, ...more].join(', ')}`,
    `  ${site}/dashboard/outgoing/${id}`,
  ]
}

const EVERY_MS = 10 * 60_000
/** A server that was down in the morning sends soon after its start, not during it. */
const FIRST_MS = 30_000

/**
 * Sends the mail of the day to everybody who wants it, once, whatever the number of instances and starts. A day without
 * news is done without a mail. A mail that no server has taken is tried again with the next call.
 */
export async function sendDaily(store: Store, posta: Posta, now: number): Promise<void> {
  const dan = dayOf(now)
  if (!isDailyTime(now) || !(await isDailyDue(store.read, dan))) return
  const news = await store.readLong((db) => newsOf(db, dan))
  const taken = await store.transact((tx) => takeDaily(tx, dan))
  if (!isNews(news)) return
  for (const { id, email } of taken) {
    const delivery = await posta.deliver(dailyMail(news, email, posta.publicUrl))
    if (delivery === 'later') await store.transact((tx) => giveDailyBack(tx, id, dan))
  }
}

/** Calls `sendDaily` at intervals from now on; answers the function that ends it. */
export function keepSendingDaily(store: Store, posta: Posta): () => void {
  let timer: NodeJS.Timeout
  let ended = false
  const next = (ms: number) => {
    timer = setTimeout(() => posta.later(turn), ms).unref()
  }
  async function turn() {
    try {
      await sendDaily(store, posta, Date.now())
    } catch (error) {
      console.error(`Dnevni mejl nije poslat: ${(error as Error).message}`)
    }
    if (!ended) next(EVERY_MS)
  }
  next(FIRST_MS)
  return () => {
    ended = true
    clearTimeout(timer)
  }
}
