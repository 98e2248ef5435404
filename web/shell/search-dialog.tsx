import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { type Pretraga, pretragaEndpoints } from '#contract/pretraga.ts'
import { formatDate } from '#domain/calendar-date.ts'
import { searchText } from '#domain/search-text.ts'
import { call } from '#web/api.ts'
import { ARCHIVE_TABS } from '#web/archive/archive-address.ts'
import { useEmail } from '#web/screens/logged-in.ts'
import {
  documentAddress,
  LIST_PATHS,
  type ListedKind,
  MATERIALS,
  materialAddress,
  ODOBRENJA,
  odobrenjeAddress,
  PARTNERI,
  PODNETI,
  POPISI,
  PRODUCTS,
  partnerAddress,
  productAddress,
  USAGLASAVANJE,
} from '#web/screens/record-addresses.ts'
import { addressOf } from '#web/screens/things.ts'
import type { Arrival } from '#web/screens/use-arrival.ts'
import { visitedBy } from '#web/screens/visited.ts'
import { useChangesAllowed } from '#web/ui/changes-allowed.ts'
import { Combobox, type EarlyKeys, type Option } from '#web/ui/combobox.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { closeFirst } from '#web/ui/dialog-focus.ts'
import { Field } from '#web/ui/field.tsx'
import { matchOptions } from '#web/ui/option-match.ts'
import { THEMES, useTheme } from '#web/ui/theme.ts'
import { PLACES, SETTINGS, sectionAt } from './sections.ts'

/** A place to go to, with the request to its screen, or an action on this screen. */
type Hit = Option & ({ to: string; state?: Arrival } | { act: () => void })

const place = (name: string, to: string, detail: string): Hit => ({
  id: `${detail} ${name}`,
  hidesId: true,
  name,
  detail,
  to,
})
const begun = (name: string, to: string, state: Arrival): Hit => ({ ...place(name, to, 'akcija'), state })

const SCREENS: readonly Hit[] = [
  ...PLACES.map(({ path, name }) => place(name, path, 'ekran')),
  place('Za podnošenje i podneti obračuni', PODNETI.path, 'ekran'),
  ...Object.entries({
    firma: ['Naša firma'],
    carina: ['Carina', 'Upozori N dana pre roka', 'Stopa PDV', 'Red po odobrenju'],
    kursevi: ['Kursevi'],
    'za-vas': ['Papiri izvoza', 'Dnevni mejl'],
    nalog: ['Nalog i sesije', 'Promena lozinke', 'Potvrda u dva koraka', 'Otvorene sesije'],
  }).flatMap(([anchor, names]) => names.map((name) => place(name, `${SETTINGS.path}#${anchor}`, 'podešavanje'))),
  ...ARCHIVE_TABS.map(({ id, name }) => place(name, `/dashboard/archive?tab=${id}`, 'arhiva')),
]

/** Actions that begin elsewhere, for users who may change the books. */
const BEGINNINGS: readonly Hit[] = [
  begun('Novi ulazni dokument (uvoz)', LIST_PATHS.c4, { openModal: true }),
  begun('Novi izlazni dokument (izvoz)', LIST_PATHS.c1, { openModal: true }),
  begun('Novi materijal', MATERIALS.path, { openModal: true }),
  begun('Novi proizvod', PRODUCTS.path, { openModal: true }),
  begun('Novo odobrenje', ODOBRENJA.path, { openModal: true }),
  begun('Novi partner', PARTNERI.path, { openModal: true }),
  begun('Novi popis', POPISI.path, { openModal: true }),
  begun('Uporedi tabelu špeditera', USAGLASAVANJE.path, { openModal: true }),
  begun('Novo razduženje', LIST_PATHS.ostalo_razduzenje, { openModal: true }),
  begun('Učitaj uvoz iz Excela', LIST_PATHS.c4, { openImport: true }),
  begun('Učitaj izvoz iz Excela', LIST_PATHS.c1, { openImport: true }),
  begun('Učitaj materijale iz Excela', MATERIALS.path, { openImport: true }),
  begun('Učitaj normative iz Excela', PRODUCTS.path, { openImport: true }),
]

type SearchDialogProps = { early: () => EarlyKeys; onGuide: (chapter: string) => void; onClose: () => void }

/** Pretraga: one search over everything that has a place, by keys alone. */
export function SearchDialog({ early, onGuide, onClose }: SearchDialogProps) {
  const navigate = useNavigate()
  const allowed = useChangesAllowed()
  const [, chooseTheme] = useTheme()
  const email = useEmail()

  async function go(hit: Hit) {
    // The next window shall give the focus back to the screen, not to this window.
    await closeFirst(onClose)
    if ('act' in hit) hit.act()
    else navigate(hit.to, hit.state ? { state: hit.state } : {})
  }

  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // On a touch screen the library does not focus the first field of a window. This window is opened to type, so it
    // does.
    const opened = setTimeout(() => field.current?.focus())
    return () => clearTimeout(opened)
  }, [])

  const here = actionsHere()
  const themes = THEMES.map(({ theme, name }) => ({ ...doing(name, 'tema'), act: () => chooseTheme(theme) }))

  async function find(q: string, signal: AbortSignal): Promise<readonly Hit[]> {
    const opened = email
      ? visitedBy(email).map(({ to, name }) => ({ ...place(name, to, sectionAt(to)?.name ?? ''), id: to }))
      : []
    if (q.trim() === '') return [...opened, ...here, ...SCREENS, ...(allowed ? BEGINNINGS : [])]
    const [answer, titles] = await Promise.all([
      call(pretragaEndpoints.pretraga, { query: { q }, signal }),
      guideChapters(),
    ])
    const chapters = titles.map((title) => ({ ...doing(title, 'uputstvo'), act: () => onGuide(title) }))
    const known = matchOptions([...here, ...(allowed ? BEGINNINGS : []), ...SCREENS, ...themes, ...chapters], q)
    const found = hitsIn(answer)
    const named = known.filter(({ name }) => beginsWords(name, q))
    return [...named, ...found, ...known.filter((hit) => !named.includes(hit))]
  }

  return (
    <Dialog open title="Pretraga" onClose={onClose}>
      {/* As high as its list can get: the list is a part of the window, not a card over it. */}
      <div className="min-h-124 [&_[popover]]:border-transparent [&_[popover]]:shadow-none">
        <Field label="Dokument, roba, partner, ekran ili akcija">
          <Combobox
            ref={field}
            data-autofocus
            opens
            early={early}
            value=""
            search={find}
            onChoose={go}
            emptyText="Ništa nije nađeno."
          />
        </Field>
      </div>
    </Dialog>
  )
}

const doing = (name: string, detail: string) => ({ id: `${detail} ${name}`, hidesId: true, name, detail })

const guideChapters = async () => (await import('./guide-dialog.tsx')).CHAPTER_TITLES

/** The buttons above what the screen shows (`data-actions`): what can be done here. */
const actionsHere = (): Hit[] =>
  [...document.querySelectorAll<HTMLElement>('main [data-actions] :is(button, a):not(:disabled)')].flatMap((button) => {
    const name = button.innerText.trim()
    return name ? [{ ...doing(name, 'na ovom ekranu'), act: () => button.click() }] : []
  })

/** Whether each word of the text begins a word of the name: 'nov ul' means 'Novi ulazni dokument', and no number. */
function beginsWords(name: string, text: string): boolean {
  if (/\d/.test(text)) return false
  const words = searchText(name).split(/[^\p{L}\p{N}]+/u)
  return searchText(text)
    .split(/\s+/)
    .filter(Boolean)
    .every((typed) => words.some((word) => word.startsWith(typed)))
}

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
