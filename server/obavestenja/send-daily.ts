import type { Store } from '#server/db/open.ts'
import { dayOf } from '#server/local-time.ts'
import { giveDailyBack, isDailyDue, isDailyTime, takeDaily } from '#server/posta/daily.ts'
import type { Posta } from '#server/posta/posta.ts'
import { dailyMail, isNews } from './daily-mail.ts'
import { newsOf } from './news.ts'

const EVERY_MS = 10 * 60_000
/** A server that was down in the morning sends soon after its start, not in the middle of it. */
const FIRST_MS = 30_000

/**
 * Sends the mail of the day to everybody who waits for it, once, whatever the number of instances and starts. Where there
 * is nothing to tell, it is done without a mail. One that no server has taken is tried again with the next call.
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

/** Does so from now on; gives the function that ends it. */
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
