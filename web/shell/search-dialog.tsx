import { useNavigate } from 'react-router'
import { type Pretraga, pretragaEndpoints } from '#contract/pretraga.ts'
import { formatDate } from '#domain/calendar-date.ts'
import { call } from '#web/api.ts'
import { addressOf } from '#web/documents/address-of.ts'
import { documentAddress, LIST_PATHS, type ListedKind } from '#web/documents/document-link.tsx'
import {
  MATERIALS,
  materialAddress,
  ODOBRENJA,
  odobrenjeAddress,
  PARTNERI,
  POPISI,
  PRODUCTS,
  partnerAddress,
  productAddress,
  USAGLASAVANJE,
} from '#web/screens/record-addresses.ts'
import type { Arrival } from '#web/screens/use-arrival.ts'
import { useChangesAllowed } from '#web/ui/changes-allowed.ts'
import { Combobox, type Option } from '#web/ui/combobox.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { matchOptions } from '#web/ui/option-match.ts'
import { CUSTOMS, HISTORY, SECTIONS } from './sections.ts'

/** Somewhere to go: its address, and what the screen there is asked to open. */
type Hit = Option & { to: string; state?: Arrival }

const action = (name: string, to: string): Hit => ({ id: name, name, detail: 'radnja', to, state: { openModal: true } })

/** Screens and what can be begun on them. */
const PLACES: readonly Hit[] = [
  ...[...SECTIONS, ...CUSTOMS, HISTORY].map(({ path, name }) => ({ id: name, name, detail: 'ekran', to: path })),
  action('Novi ulazni dokument', LIST_PATHS.c4),
  action('Novi izlazni dokument', LIST_PATHS.c1),
  action('Dodaj materijal', MATERIALS.path),
  action('Dodaj proizvod', PRODUCTS.path),
  action('Novo odobrenje', ODOBRENJA.path),
  action('Nov partner', PARTNERI.path),
  action('Novi popis', POPISI.path),
  action('Uporedi tabelu špeditera', USAGLASAVANJE.path),
  action('Novo razduženje', LIST_PATHS.ostalo_razduzenje),
]

/** Pretraga: one search over everything that has a place, by keys alone. */
export function SearchDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const allowed = useChangesAllowed()
  function go({ to, state }: Hit) {
    onClose()
    navigate(to, state ? { state } : {})
  }
  return (
    <Dialog open title="Pretraga" onClose={onClose}>
      <div className="min-h-96">
        <Field label="Dokument, faktura, partner, materijal, proizvod, odobrenje, beleška ili ekran">
          <Combobox
            data-autofocus
            value=""
            search={allowed ? findAll : findShown}
            onChoose={go}
            emptyText="Ništa nije nađeno."
          />
        </Field>
      </div>
    </Dialog>
  )
}

/** Places that the text names, then what the books hold. */
async function find(known: readonly Hit[], q: string, signal: AbortSignal): Promise<readonly Hit[]> {
  const places = matchOptions(known, q)
  if (q.trim() === '') return places
  return [...hitsIn(await call(pretragaEndpoints.pretraga, { query: { q }, signal })), ...places]
}

/** Who may only read begins nothing. */
const SHOWN = PLACES.filter(({ state }) => !state)
const findAll = (q: string, signal: AbortSignal) => find(PLACES, q, signal)
const findShown = (q: string, signal: AbortSignal) => find(SHOWN, q, signal)

const KINDS: Readonly<Record<ListedKind, string>> = {
  c4: 'uvoz',
  c1: 'izvoz',
  ostalo_razduzenje: 'ostalo razduženje',
}

const hitsIn = ({ dokumenti, partneri, materijali, proizvodi, odobrenja, beleske }: Pretraga): Hit[] => [
  ...dokumenti.map(({ vrsta, id, broj, datum, partner }) => ({
    id: `${vrsta} ${id}`,
    hidesId: true,
    name: broj,
    detail: `${KINDS[vrsta]} · ${formatDate(datum)} · ${partner}`,
    to: documentAddress(vrsta, id),
  })),
  ...materijali.map(({ id, naziv }) => ({ id, name: naziv, detail: 'materijal', to: materialAddress(id) })),
  ...proizvodi.map(({ id, naziv }) => ({ id, name: naziv, detail: 'proizvod', to: productAddress(id) })),
  ...odobrenja.map(({ id, broj, vrsta_postupka }) => ({
    id: `odobrenje ${id}`,
    hidesId: true,
    name: broj,
    detail: ['odobrenje', vrsta_postupka].filter(Boolean).join(' · '),
    to: odobrenjeAddress(id),
  })),
  ...beleske.map(({ id, vrsta, predmet, naziv, tekst }) => ({
    id: `beleska ${id}`,
    hidesId: true,
    name: naziv,
    detail: `beleška · ${tekst}`,
    to: addressOf(vrsta, predmet) ?? '',
  })),
  ...partneri.map(({ id, naziv, grad }) => ({
    id: `partner ${id}`,
    hidesId: true,
    name: naziv,
    detail: `partner · ${grad}`,
    to: partnerAddress(id),
  })),
]
