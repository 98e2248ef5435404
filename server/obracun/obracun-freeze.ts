import { createHash } from 'node:crypto'
import { z } from 'zod'
import { OBRACUN_DELOVI, type Obracun } from '#contract/obracun.ts'
import { yieldOf } from '#domain/bom.ts'
import { microFromNumber, microToNumber, NO_QUANTITY } from '#domain/decimal.ts'
import { NOT_NAMED } from '#domain/lot-account.ts'
import { jsonBody } from '#server/http/json-body.ts'

const FROZEN = z.object(OBRACUN_DELOVI)
export type Delovi = z.output<typeof FROZEN>
export type Frozen = { readonly redovi: Uint8Array; readonly sha256: string }

/**
 * The rows of an account as they are kept: its parts as `GET /obracun` answers them, in the order of the contract, as
 * UTF-8 JSON without spaces. The same rows give the same bytes, so that their SHA-256 recognises them.
 */
export function freeze(obracun: Obracun): Frozen {
  const delovi = Object.fromEntries(Object.keys(OBRACUN_DELOVI).map((name) => [name, obracun[name as keyof Delovi]]))
  const redovi = Buffer.from(jsonBody(z.encode(FROZEN, delovi as Delovi)))
  return { redovi, sha256: hashOf(redovi) }
}

export type Wire = Readonly<Record<string, string | number | boolean | null>>

const NO_DUTY = { carinska_vrednost_rsd: null, iznos_carine: null, iznos_pdv: null }
const UNDATED = { normativ_verzija: null, broj_akta: null }

/** What rows that an earlier version of the program froze do not say. */
const UNTOLD: Readonly<Record<string, (row: Wire) => Wire>> = {
  stavke: () => ({ otpad: 0, gubitak: 0, ...NOT_NAMED, stopa_carine: null, ...NO_DUTY }),
  ukupno: () => ({ otpad: 0, gubitak: 0, ...NOT_NAMED, ...NO_DUTY }),
  izvoz: ({ razduzeno }) => ({ ugradjeno: razduzeno ?? 0, otpad: 0, gubitak: 0, usmereno: false }),
  normativi: ({ neto }) => {
    const bruto = Number(neto)
    const prinos = microToNumber(yieldOf(microFromNumber(bruto) ?? NO_QUANTITY))
    return { ...UNDATED, otpad_procenat: 0, gubitak_procenat: 0, osnov_otpada: 'neto', bruto, prinos }
  },
}

/** The rows of such bytes by part, as the API has them; those of an earlier version with what they do not say. */
export function partsIn(redovi: Uint8Array): Record<keyof Delovi, Wire[]> {
  const wire = JSON.parse(Buffer.from(redovi).toString('utf8')) as Record<string, Wire[]>
  const parts = Object.keys(OBRACUN_DELOVI).map((name) => {
    const untold = UNTOLD[name]
    const rows = wire[name] ?? []
    return [name, untold ? rows.map((row) => ({ ...untold(row), ...row })) : rows]
  })
  return Object.fromEntries(parts)
}

export const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** The parts that such bytes hold. */
export const thaw = (redovi: Uint8Array): Delovi => z.decode(FROZEN, partsIn(redovi) as never)
