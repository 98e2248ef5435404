import type { SusedniPoNazivu } from '#contract/fields.ts'
import type { Neighbour } from './record-page.tsx'

export const MATERIALS = { path: '/dashboard/materials', label: 'Nazad na materijale' }
export const PRODUCTS = { path: '/dashboard/products', label: 'Nazad na proizvode' }
export const ODOBRENJA = { path: '/dashboard/odobrenja', label: 'Nazad na odobrenja' }
export const PARTNERI = { path: '/dashboard/partneri', label: 'Nazad na partnere' }
export const POPISI = { path: '/dashboard/popisi', label: 'Nazad na popise' }
export const USAGLASAVANJE = { path: '/dashboard/usaglasavanje', label: 'Nazad na usaglašavanje' }
export const PODNETI = {
  path: '/dashboard/obracun/podneti',
  name: 'Podneti obračuni',
  label: 'Nazad na podnete obračune',
}

export type DocumentKind = 'c4' | 'c1'
/** Documents with a list, and each with a page. */
export type ListedKind = DocumentKind | 'ostalo_razduzenje'

/** Where all documents of a kind stand. */
export const LIST_PATHS: Readonly<Record<ListedKind, string>> = {
  c4: '/dashboard/incoming',
  c1: '/dashboard/outgoing',
  ostalo_razduzenje: '/dashboard/ostala-razduzenja',
}

/** The page of a document. */
export const documentAddress = (vrsta: ListedKind, id: number | string): string => `${LIST_PATHS[vrsta]}/${id}`

/** The part of a document's page that says where its material went or came from. */
export const dischargeAddress = (vrsta: DocumentKind, id: number | string): string =>
  `${documentAddress(vrsta, id)}#razduzenje`

/** The page of a material: its stock, what remains of each C4 and what came and went. */
export const materialAddress = (id: string): string => `${MATERIALS.path}/${encodeURIComponent(id)}`

/** The page of a product. */
export const productAddress = (id: string): string => `${PRODUCTS.path}/${encodeURIComponent(id)}`

/** The page of an authorisation of customs. */
export const odobrenjeAddress = (id: number | string): string => `${ODOBRENJA.path}/${id}`

/** The page of a partner. */
export const partnerAddress = (id: number | string): string => `${PARTNERI.path}/${id}`

/** The page of a count. */
export const popisAddress = (id: number | string): string => `${POPISI.path}/${id}`

/** The differences of a comparison with the forwarder or customs. */
export const usaglasavanjeAddress = (id: number | string): string => `${USAGLASAVANJE.path}?id=${id}`

/** The account of an authorisation over a period; `null`: that of all imports. */
export const obracunAddress = (of: { odobrenje: number | null; datum_od: string; datum_do: string }): string =>
  `/dashboard/obracun?${new URLSearchParams({
    ...(of.odobrenje === null ? {} : { odobrenje: String(of.odobrenje) }),
    datum_od: of.datum_od,
    datum_do: of.datum_do,
  })}`

/** Where the books are closed, with a day that is proposed. */
export const zakljucavanjeAddress = (do_dana: string): string => `/dashboard/zakljucavanje?do=${do_dana}`

/** The page of an account that was handed in. */
export const podnetAddress = (id: number | string): string => `${PODNETI.path}/${id}`

/** A row beside one in the order of names, as the page of that one links to it. */
export const neighbourByName = (
  of: SusedniPoNazivu['prethodni'] | undefined,
  addressOf: (id: string) => string,
): Neighbour => of && { address: addressOf(of.id), name: of.naziv }
