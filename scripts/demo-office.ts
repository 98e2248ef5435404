/** A second user besides the exporter: an accountant who looks at everything and changes nothing. */
export const DEMO_READER = { email: 'knjigovodstvo@sumadijakabl.rs', password: 'kragujevac-2026' } as const

/** How one document names a supplier, and who that is. */
export const SPELLING = { naziv: 'Müller Kabel', of: 'Müller Kabel GmbH' } as const

const SUPPLIER_NOTE = 'Najava isporuke: dispo@mueller-kabel.example, dva dana unapred.'
const MATERIAL_NOTE = { vrsta: 'materijal', predmet: 'KON8PM', tekst: 'Od marta stiže u pakovanjima od 500 komada.' }
const EXPORT_NOTE = 'Kupac je tražio kopiju CMR-a; poslata špediteru.'

type Send = <T>(method: 'GET' | 'POST' | 'PUT', path: string, body?: object) => Promise<T>
type Partner = { readonly id: number; readonly naziv: string }

/** Invites the accountant, makes the ERP a key, joins two spellings of a supplier, and notes what people tell each other. */
export async function enterOffice(send: Send, newestExport: number): Promise<void> {
  const { email, password } = DEMO_READER
  const invitation = { email, ime: 'Milica Savić', uloga: 'Samo čitanje' }
  const { adresa } = await send<{ adresa: string }>('POST', '/auth/invitations', invitation)
  await send('POST', '/auth/link/password', { token: adresa.slice(adresa.indexOf('#') + 1), password })
  await send('POST', '/auth/keys', { naziv: 'ERP', pravo: 'Samo čitanje' })

  const { results } = await send<{ results: Partner[] }>(
    'GET',
    `/partneri?search=${encodeURIComponent(SPELLING.naziv)}`,
  )
  const named = (naziv: string) => results.find((one) => one.naziv === naziv)
  const [supplier, other] = [named(SPELLING.of), named(SPELLING.naziv)]
  if (!supplier || !other) throw new Error(`no partner is called ${SPELLING.of} or ${SPELLING.naziv}`)
  const joined = await send<Partner>('POST', `/partneri/${supplier.id}/spoji`, { partner_id: other.id })
  await send('PUT', `/partneri/${supplier.id}`, { ...joined, napomena: SUPPLIER_NOTE })

  await send('POST', '/beleske', MATERIAL_NOTE)
  await send('POST', '/beleske', { vrsta: 'c1', predmet: String(newestExport), tekst: EXPORT_NOTE })
}
