import type { Transporter } from 'nodemailer'
import { isLoopback, type PostaConfig } from '#server/config.ts'
import { createTurns } from '#server/limited-turns.ts'

/** A mail of plain text. */
export type Mejl = { readonly kome: string; readonly naslov: string; readonly tekst: string }

/** `later`: no server has taken it, and one may. `failed`: it was refused for good, or may have been taken in spite of the fault. */
export type Delivery = 'sent' | 'later' | 'failed'

/** Sends mails by SMTP. A failure goes to the log, never to a caller of the API. */
export type Posta = {
  /** The address before the path in every link of a mail. */
  readonly publicUrl: string
  deliver(mejl: Mejl): Promise<Delivery>
  /** Begins `work` behind the answer of the call that asks for it. */
  later(work: () => Promise<unknown>): void
  /** When all of that is done. */
  rest(): Promise<void>
}

/** How long a mail server may take to say anything, and a mail in all. */
const PATIENCE = { dnsTimeout: 10_000, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }
const SEND_MS = 60_000
const AT_ONCE = 2
/** With more, a mail is not sent. */
const WAITING = 200
const WAIT_MS = 5 * 60_000

/** Sends by the server of SMTP_URL; `patience` can be shorter in tests. */
export function createPosta({ smtpUrl, from, publicUrl }: PostaConfig, patience = PATIENCE): Posta {
  const turns = createTurns({ places: AT_ONCE, queue: WAITING, waitMs: WAIT_MS })
  const running = new Set<Promise<unknown>>()
  let transport: Promise<Transporter> | undefined

  async function send({ kome, naslov, tekst }: Mejl): Promise<Delivery> {
    // Loaded with the first mail: most servers send none.
    transport ??= import('nodemailer').then(({ createTransport }) => createTransport(optionsOf(smtpUrl, patience)))
    try {
      await (await transport).sendMail({
        from,
        to: { name: '', address: kome },
        subject: naslov,
        text: tekst,
        // So that no absence notice answers (RFC 3834).
        headers: { 'Auto-Submitted': 'auto-generated' },
        signal: AbortSignal.timeout(SEND_MS),
      })
      return 'sent'
    } catch (error) {
      console.error(`Mejl nije poslat (SMTP_URL): ${(error as Error).message}`)
      return isForLater(error as Fault) ? 'later' : 'failed'
    }
  }

  return {
    publicUrl,
    async deliver(mejl) {
      const place = await turns.enter()
      if (typeof place === 'string') {
        console.error('Mejl nije poslat: previše mejlova čeka na SMTP server.')
        return 'later'
      }
      return send(mejl).finally(place.leave)
    },
    later(work) {
      const turn: Promise<unknown> = new Promise((begin) => setImmediate(begin))
        .then(work)
        .catch((error) => console.error(error))
        .finally(() => running.delete(turn))
      running.add(turn)
    },
    async rest() {
      while (running.size > 0) await Promise.all(running)
    },
  }
}

/**
 * An address's own word on TLS (`?requireTLS=false`) goes first; otherwise links go over no other machine unencrypted.
 */
const optionsOf = (url: string, patience: typeof PATIENCE) => ({
  url,
  requireTLS: !isLoopback(new URL(url).hostname.replace(/[[\]]/g, '')),
  ...patience,
})

type Fault = Error & { syscall?: string; timeoutType?: string; code?: string; responseCode?: number }
const BEFORE_THE_MAIL = ['EDNS', 'ETLS', 'EAUTH', 'CONNECT_TIMEOUT', 'GREETING_TIMEOUT', 'UPGRADE_TIMEOUT']

/** Whether a send failed before the mail was on its way, or was refused for now (4xx). */
const isForLater = ({ syscall, timeoutType = '', code = '', responseCode = 0 }: Fault): boolean =>
  syscall === 'connect' ||
  BEFORE_THE_MAIL.includes(timeoutType) ||
  BEFORE_THE_MAIL.includes(code) ||
  (responseCode >= 400 && responseCode < 500)
