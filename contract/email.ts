import { z } from 'zod'
import { MAX_EMAIL_CHARACTERS } from './limits.ts'

/** The platform's own rules for domains (UTS 46); the rooms that both sides share have no types of either. */
const { URL } = globalThis as unknown as { URL: new (address: string) => { readonly hostname: string } }

/**
 * A domain as mail is sent to it: `фирма.срб` → `xn--80apmps.xn--90a3ac`. A text that is no domain, or is ASCII
 * already, stays.
 */
export function asciiDomain(domain: string): string {
  // Letters alone: an address would end at `/`, `:` or `?`, and what stands before that is another domain.
  if (domain.length > MAX_EMAIL_CHARACTERS || /^[\0-\x7f]*$/.test(domain)) return domain
  if (!/^[\p{L}\p{M}\p{N}.。．｡-]+$/u.test(domain)) return domain
  try {
    return new URL(`http://${domain}`).hostname
  } catch {
    return domain
  }
}

/** An address with its domain in ASCII. */
export const asciiAddress = (email: string): string => {
  const at = email.lastIndexOf('@') + 1
  return at > 0 ? email.slice(0, at) + asciiDomain(email.slice(at)) : email
}

/** An e-mail address as browsers take it (HTML, `input type=email`), with its domain in ASCII. */
export const emailAddress = (fault: string) =>
  z
    .string({ error: fault })
    .trim()
    .max(MAX_EMAIL_CHARACTERS, fault)
    .overwrite(asciiAddress)
    .max(MAX_EMAIL_CHARACTERS, fault)
    .pipe(z.email({ pattern: z.regexes.html5Email, error: fault }))
