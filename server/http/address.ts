/** The environment's names of a port and of the address that it belongs to. */
type Names = { readonly port: string; readonly host: string }
type Address = { readonly port: number; readonly host: string }

/** Why this address cannot be listened on, in a sentence that names the variable to change; else the error itself. */
export function addressRefused(error: Error & { code?: string }, { port, host }: Address, names: Names): Error {
  const { code = '' } = error
  if (code === 'EADDRINUSE') return new Error(`Port ${port} je zauzet. Postavite drugi promenljivom ${names.port}.`)
  if (code === 'EACCES')
    return new Error(`Port ${port} ovaj korisnik ne sme da otvori. Postavite drugi promenljivom ${names.port}.`)
  if (/^(EADDRNOTAVAIL|ENOTFOUND|EAI_\w+|EINVAL)$/.test(code))
    return new Error(`${names.host} mora biti adresa ovog računara, a jeste "${host}" (${code}).`)
  return error
}
