// A mail server for tests, and what came to it.
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { after } from 'node:test'
import { SMTPServer } from 'smtp-server'
import type { PostaConfig } from './config.ts'

export type Arrived = { readonly to: string; readonly from: string; readonly subject: string; readonly text: string }

const opened: (() => void)[] = []
after(() => {
  for (const close of opened.splice(0)) close()
})

/** A real SMTP server in this process until its file's tests are done; `next` waits for the mail behind those it gave. */
export async function mailServer() {
  const mails: Arrived[] = []
  const waiting: ((mail: Arrived) => void)[] = []
  let given = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 100,
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = envelope
        const mail = {
          ...readMail(Buffer.concat(chunks).toString('latin1')),
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address).join(),
        }
        mails.push(mail)
        const heard = waiting.shift()
        if (heard) {
          given++
          heard(mail)
        }
        done()
      })
    },
  })
  const port = await listening(server.listen(0, '127.0.0.1'))
  opened.push(() => server.close())
  return {
    mails,
    config: configTo(port),
    next: (): Promise<Arrived> => {
      const mail = mails[given]
      if (!mail) return new Promise((heard) => waiting.push(heard))
      given++
      return Promise.resolve(mail)
    },
  }
}

/** A server that takes connections and never says a word. */
export async function silentServer() {
  const sockets: Socket[] = []
  const server = createServer((socket) => sockets.push(socket))
  const port = await listening(server.listen(0, '127.0.0.1'))
  const asked = once(server, 'connection')
  opened.push(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { config: configTo(port), asked }
}

/** Where nobody listens. */
export const nobodyThere: PostaConfig = configTo(1)

function configTo(port: number): PostaConfig {
  const from = { name: 'Zalihe', address: 'zalihe@firma.rs' }
  return { smtpUrl: `smtp://127.0.0.1:${port}`, from, publicUrl: 'https://zalihe.firma.rs' }
}

async function listening(server: Server): Promise<number> {
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

/** Subject and text of a message of one part, its bytes as signs (RFC 2045, 2047). */
function readMail(raw: string): Pick<Arrived, 'subject' | 'text'> {
  const end = raw.indexOf('\r\n\r\n')
  const head = raw.slice(0, end).replace(/\r\n[ \t]/g, ' ')
  const field = (name: string) =>
    head
      .split('\r\n')
      .find((line) => line.toLowerCase().startsWith(`${name}: `))
      ?.slice(name.length + 2) ?? ''
  const body = raw.slice(end + 4)
  const encoding = field('content-transfer-encoding').toLowerCase()
  const bytes =
    encoding === 'base64'
      ? Buffer.from(body, 'base64')
      : Buffer.from(encoding === 'quoted-printable' ? unquoted(body.replace(/=\r\n/g, '')) : body, 'latin1')
  const words = field('subject').replace(/\?= +=\?/g, '?==?')
  const subject = words.replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, text: string) =>
    (kind.toLowerCase() === 'b'
      ? Buffer.from(text, 'base64')
      : Buffer.from(unquoted(text.replaceAll('_', ' ')), 'latin1')
    ).toString('utf8'),
  )
  return { subject, text: bytes.toString('utf8').replaceAll('\r\n', '\n') }
}

const unquoted = (text: string) =>
  text.replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
