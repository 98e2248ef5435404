import { api } from '#contract/api.ts'
import { archiveHandlers } from '#server/archive/archive-handlers.ts'
import { makeSheet } from '#server/archive/make-sheet.ts'
import { rokoviHandlers } from '#server/archive/rokovi-handlers.ts'
import { authHandlers } from '#server/auth/auth-handlers.ts'
import { keyHandlers } from '#server/auth/keys.ts'
import { linkHandlers } from '#server/auth/link-handlers.ts'
import { postaHandlers } from '#server/auth/posta-handlers.ts'
import { secondFactorHandlers } from '#server/auth/second-factor-handlers.ts'
import { beleskeHandlers } from '#server/beleske/beleske-handlers.ts'
import { c1Handlers } from '#server/c1/c1-handlers.ts'
import { porekloHandlers } from '#server/c1/c1-poreklo.ts'
import { c4Handlers } from '#server/c4/c4-handlers.ts'
import { dashboardHandlers } from '#server/dashboard/dashboard-handlers.ts'
import type { Store } from '#server/db/open.ts'
import { faktureHandlers } from '#server/fakture/read-fakture.ts'
import { auditHandlers } from '#server/history/audit-queries.ts'
import type { Feature } from '#server/http/app.ts'
import type { Handlers } from '#server/http/call.ts'
import { materialHandlers } from '#server/materials/material-handlers.ts'
import { nasaFirmaHandlers } from '#server/nasa-firma/nasa-firma-handlers.ts'
import { podesavanjaHandlers } from '#server/nasa-firma/podesavanja-handlers.ts'
import { obracunHandlers } from '#server/obracun/obracun-handlers.ts'
import { obracuniHandlers } from '#server/obracun/obracuni-handlers.ts'
import { odobrenjaHandlers } from '#server/odobrenja/odobrenja-handlers.ts'
import { ostalaRazduzenjaHandlers } from '#server/ostala-razduzenja/razduzenja-handlers.ts'
import { otpadHandlers } from '#server/otpad/otpad-handlers.ts'
import { papiriHandlers } from '#server/papiri/papers-zip.ts'
import { partneriHandlers } from '#server/partneri/partneri-handlers.ts'
import { popisiHandlers } from '#server/popisi/popisi-handlers.ts'
import type { Posta } from '#server/posta/posta.ts'
import { pretragaHandlers } from '#server/pretraga/pretraga.ts'
import { priloziHandlers } from '#server/prilozi/prilozi-handlers.ts'
import { productHandlers } from '#server/products/product-handlers.ts'
import { rateHandlers } from '#server/rates/rate-handlers.ts'
import { razduzenjeHandlers } from '#server/razduzenje/ledger-page.ts'
import { usaglasavanjeHandlers } from '#server/usaglasavanje/usaglasavanje-handlers.ts'
import { zakljucenjeHandlers } from '#server/zakljucenje/zakljucenje-handlers.ts'
import type { Config } from './config.ts'

/** Every part of the contract with the handlers that keep it. */
export const featuresOf = (
  store: Store,
  rules: Pick<Config, 'registration'> & Partial<Pick<Config, 'weakPasswords' | 'maxAllPdfBytes' | 'secondFactor'>>,
  /** Null where no mail can be sent. */
  posta: Posta | null = null,
): Record<string, Feature> => {
  const handlers: { [K in keyof typeof api]: Handlers<(typeof api)[K]> } = {
    auth: authHandlers(store, rules),
    links: linkHandlers(store),
    posta: postaHandlers(store, posta),
    secondFactor: secondFactorHandlers(store),
    keys: keyHandlers(store),
    c4: c4Handlers(store, rules),
    fakture: faktureHandlers(store),
    c1: c1Handlers(store, rules),
    poreklo: porekloHandlers(store),
    materials: materialHandlers(store),
    products: productHandlers(store),
    razduzenje: razduzenjeHandlers(store),
    odobrenja: odobrenjaHandlers(store),
    partneri: partneriHandlers(store),
    ostalaRazduzenja: ostalaRazduzenjaHandlers(store, rules),
    otpad: otpadHandlers(store),
    popisi: popisiHandlers(store),
    beleske: beleskeHandlers(store),
    prilozi: priloziHandlers(store, rules),
    usaglasavanje: usaglasavanjeHandlers(store),
    obracun: obracunHandlers(store, (query) => makeSheet(store.place, { sheet: 'obracun', query })),
    rokovi: rokoviHandlers(store),
    pretraga: pretragaHandlers(store),
    obracuni: obracuniHandlers(store),
    archive: archiveHandlers(store),
    papiri: papiriHandlers(store),
    dashboard: dashboardHandlers(store),
    rates: rateHandlers(store),
    nasaFirma: nasaFirmaHandlers(store),
    podesavanja: podesavanjaHandlers(store),
    audit: auditHandlers(store),
    zakljucenje: zakljucenjeHandlers(store),
  }
  return Object.fromEntries(
    Object.entries(api).map(([name, endpoints]) => [name, { endpoints, handlers: handlers[name as keyof typeof api] }]),
  ) as Record<string, Feature>
}
