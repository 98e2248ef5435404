import { useIsFetching, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { authEndpoints } from '#contract/auth.ts'
import { NASA_FIRMA, nasaFirmaEndpoints } from '#contract/nasa-firma.ts'
import { PODESAVANJA, type Podesavanja, podesavanjaEndpoints } from '#contract/podesavanja.ts'
import { dayBefore, formatDate } from '#domain/calendar-date.ts'
import { formatMicro } from '#domain/decimal.ts'
import { AllAccounts, OwnAccount } from '#web/account/account-panels.tsx'
import { accountTexts } from '#web/account/account-texts.ts'
import { DailyMail } from '#web/account/daily-mail.tsx'
import { PapersSetting } from '#web/account/papers-setting.tsx'
import { call } from '#web/api.ts'
import { RedDialog, SettingsForm } from '#web/nasa-firma/settings-form.tsx'
import { queryClient, read, readOnce } from '#web/queries.ts'
import { RatesPanel } from '#web/rates/rates-panel.tsx'
import { useAdministers } from '#web/screens/logged-in.ts'
import { NotShown } from '#web/screens/record-page.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { useChangesAllowed } from '#web/ui/changes-allowed.ts'
import { Field } from '#web/ui/field.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Select } from '#web/ui/select.tsx'
import { Setting } from '#web/ui/setting.tsx'
import { THEMES, type Theme, useTheme } from '#web/ui/theme.ts'

/** The parts of the page: each has its anchor in the address, and its name among the contents. */
const PARTS: readonly (readonly [anchor: string, name: string])[] = [
  ['firma', 'Naša firma'],
  ['carina', 'Carina'],
  ['kursevi', 'Kursevi'],
  ['za-vas', 'Za vas'],
  ['nalog', accountTexts.title],
  ['nalozi', accountTexts.everybody],
]

/** Podešavanja: the settings for everybody, for this computer and for this account, each with a sentence beside it. */
export function PodesavanjaPage() {
  const user = useQuery(read(authEndpoints.me)).data?.user
  const administers = useAdministers()
  useArrivalAtPart()
  return (
    <div className="flex max-w-6xl flex-col gap-4 xl:flex-row xl:items-start xl:gap-8">
      <nav
        aria-label="Delovi podešavanja"
        className="flex-none xl:sticky xl:top-[calc(var(--sticky-top)+1.5rem)] xl:w-40"
      >
        <ul className="flex flex-wrap gap-x-4 gap-y-1 xl:flex-col">
          {PARTS.filter(([anchor]) => anchor !== 'nalozi' || administers).map(([anchor, name]) => (
            <li key={anchor}>
              <Link to={`#${anchor}`} className="hit text-ink-2 hover:text-ink">
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className="flex min-w-0 max-w-5xl flex-1 flex-col gap-4">
        <Part anchor="firma">
          <NasaFirma />
        </Part>
        <Part anchor="carina">
          <Carina />
        </Part>
        <Part anchor="kursevi">
          <RatesPanel />
        </Part>
        <Part anchor="za-vas">
          <ZaVas />
        </Part>
        {user && (
          <Part anchor="nalog">
            <OwnAccount email={user.email} givenPasswordUntil={user.lozinka_vazi_do} />
          </Part>
        )}
        {administers && (
          <Part anchor="nalozi">
            <AllAccounts />
          </Part>
        )}
      </div>
    </div>
  )
}

const Part = ({ anchor, children }: { anchor: string; children: ReactNode }) => (
  <div id={anchor} className="scroll-mt-[calc(var(--sticky-top)+1rem)]">
    {children}
  </div>
)

const IN_USE = 'main :is(input, select, textarea, button), [aria-modal="true"] *'

/**
 * An address with an anchor leads to that part, once all above it is there; its heading has the focus then, unless
 * somebody uses a field or a button already.
 */
function useArrivalAtPart() {
  const { hash, key } = useLocation()
  const arrived = useRef('')
  const reading = useIsFetching()
  useEffect(() => {
    // Queries may have begun since this screen was drawn.
    if (reading + queryClient.isFetching() > 0 || arrived.current === key) return
    arrived.current = key
    const part = document.getElementById(hash.slice(1))
    const heading = part?.querySelector('h2')
    if (!heading || document.activeElement?.matches(IN_USE)) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
    part?.scrollIntoView()
  }, [hash, key, reading])
}

const FIRMA = readOnce(nasaFirmaEndpoints.getNasaFirma)

/** Facts of our own firm that new documents get and that papers add. */
function NasaFirma() {
  const query = useQuery(FIRMA)
  const allowed = useChangesAllowed()
  if (!query.data) return <NotShown query={query} title="Naša firma" text="Podaci firme nisu pročitani." />
  const { verzija } = query.data
  return (
    <SettingsForm
      key={verzija}
      title="Naša firma"
      table={NASA_FIRMA}
      sentences={{
        naziv: 'Predlaže se kao primalac novog uvoza i pošiljalac novog izvoza; sačuvani dokumenti ostaju kakvi jesu.',
        pib: 'Stoji uz firmu na PDF dokumentima i u zaglavlju obračuna.',
        mb: 'Stoji uz firmu na PDF dokumentima i u zaglavlju obračuna.',
        adresa: 'Stoji uz firmu u zaglavlju obračuna i drugih papira za carinu.',
        grad: 'Predlaže se uz firmu u novom dokumentu, i stoji kao mesto na obračunu.',
        drzava: 'Predlaže se kao država pošiljaoca novog izvoza.',
      }}
      stored={query.data}
      body={nasaFirmaEndpoints.saveNasaFirma.body}
      save={async (body) =>
        queryClient.setQueryData(
          FIRMA.queryKey,
          await call(nasaFirmaEndpoints.saveNasaFirma, { body, ifVersion: verzija }),
        )
      }
      texts={{ saved: 'Podaci firme su sačuvani.', notSaved: 'Podaci firme nisu sačuvani.' }}
      digits={['pib', 'mb']}
      allowed={allowed}
    />
  )
}

const CARINA = readOnce(podesavanjaEndpoints.getPodesavanja)
/** The queue moves booked draws, so it has a window of its own. */
const { red_po_odobrenju: _, ...FORM } = PODESAVANJA

/** The settings of the books, the same for everybody. */
function Carina() {
  const query = useQuery(CARINA)
  const administers = useAdministers()
  const [asksForRed, setAsksForRed] = useState(false)
  if (!query.data) return <NotShown query={query} title="Carina" text="Podešavanja nisu pročitana." />
  const { verzija, red_po_odobrenju } = query.data
  return (
    <>
      <SettingsForm
        key={verzija}
        title="Carina"
        table={FORM}
        sentences={{
          upozorenje_roka_dana: 'Toliko dana pre roka za razduženje uvoz dobija oznaku da ističe.',
          osnov_otpada:
            'Od neto količine ili od ukupno utrošene (bruto) su procenti u normativima; sačuvani izvozi zadržavaju svoje.',
          stopa_pdv: 'Po njoj se carina i PDV računaju, samo informativno; bez nje se ne računaju nigde.',
          stopa_pdv_od: ranije(query.data),
        }}
        stored={query.data}
        body={podesavanjaEndpoints.savePodesavanja.body}
        save={async (body) =>
          queryClient.setQueryData(
            CARINA.queryKey,
            await call(podesavanjaEndpoints.savePodesavanja, { body, query: { dryRun: false }, ifVersion: verzija }),
          )
        }
        texts={{ saved: 'Podešavanja su sačuvana.', notSaved: 'Podešavanja nisu sačuvana.' }}
        digits={['upozorenje_roka_dana']}
        allowed={administers}
      >
        <Setting sentence="Kad je uključen, izvoz po odobrenju razdužuje samo uvoz po istom odobrenju; pre promene se vidi šta bi se pomerilo.">
          <div className="flex flex-wrap items-center gap-3">
            <p className="font-medium">Red po odobrenju: {red_po_odobrenju ? 'uključen' : 'isključen'}</p>
            {administers && (
              <Button onClick={() => setAsksForRed(true)}>{red_po_odobrenju ? 'Isključi…' : 'Uključi…'}</Button>
            )}
          </div>
        </Setting>
        <Setting sentence="Do kog dana se dokumenti više ne unose, ne menjaju i ne brišu.">
          <Link to="/dashboard/zakljucavanje" className={buttonClass()}>
            Zaključavanje
          </Link>
        </Setting>
      </SettingsForm>
      {asksForRed && (
        <RedDialog
          stored={query.data}
          onSaved={(saved) => queryClient.setQueryData(CARINA.queryKey, saved)}
          onClose={() => setAsksForRed(false)}
        />
      )}
    </>
  )
}

/** The first day of the rate, and the rates before it. */
function ranije({ ranije_stope_pdv, stopa_pdv_od }: Podesavanja): string {
  const ends = [...ranije_stope_pdv.slice(1).map(({ od }) => od), stopa_pdv_od]
  const before = ranije_stope_pdv.map(({ stopa }, at) => {
    const end = ends[at]
    return `${stopa === null ? 'bez stope' : `${formatMicro(stopa)} %`}${end ? ` do ${formatDate(dayBefore(end))}` : ''}`
  })
  const said =
    'Obračun ima stopu svog poslednjeg dana, pa zaključani periodi zadržavaju svoju; prazno: za sve otvorene dane.'
  return before.length > 0 ? `${said} Pre toga: ${before.join(', ')}.`.replace('..', '.') : said
}

/** Settings of this computer or this account alone. */
function ZaVas() {
  const [theme, choose] = useTheme()
  return (
    <Panel title="Za vas">
      <div className="divide-y divide-line-quiet">
        <Setting sentence="Svetla ili tamna na ovom računaru; sistemska prati operativni sistem.">
          <Field label="Tema">
            <Select
              options={THEMES.map(({ theme: value, name }) => ({ value, text: name }))}
              value={theme}
              onChange={(event) => choose(event.currentTarget.value as Theme)}
            />
          </Field>
        </Setting>
        <Setting sentence="Kada se posle čuvanja izvoza preuzimaju njegovi PDF-ovi, i kao koliko fajlova.">
          <PapersSetting />
        </Setting>
        <DailyMail />
      </div>
    </Panel>
  )
}
