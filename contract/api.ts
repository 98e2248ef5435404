import { archiveEndpoints } from './archive.ts'
import { auditEndpoints } from './audit.ts'
import { authEndpoints } from './auth.ts'
import { beleskeEndpoints } from './beleske.ts'
import { c1Endpoints } from './c1.ts'
import { c4Endpoints } from './c4.ts'
import { dashboardEndpoints } from './dashboard.ts'
import { faktureEndpoints } from './fakture.ts'
import { keyEndpoints } from './keys.ts'
import { linkEndpoints } from './links.ts'
import { materialEndpoints } from './materials.ts'
import { nasaFirmaEndpoints } from './nasa-firma.ts'
import { obracunEndpoints } from './obracun.ts'
import { obracuniEndpoints } from './obracuni.ts'
import { papiriEndpoints } from './papiri.ts'
import { podesavanjaEndpoints } from './podesavanja.ts'
import { popisiEndpoints } from './popisi.ts'
import { porekloEndpoints } from './poreklo.ts'
import { postaEndpoints } from './posta.ts'
import { pretragaEndpoints } from './pretraga.ts'
import { priloziEndpoints } from './prilozi.ts'
import { productEndpoints } from './products.ts'
import { rateEndpoints } from './rates.ts'
import { razduzenjeEndpoints } from './razduzenje.ts'
import { RECORD_CALLS } from './records.ts'
import { rokoviEndpoints } from './rokovi.ts'
import { secondFactorEndpoints } from './second-factor.ts'
import { usaglasavanjeEndpoints } from './usaglasavanje.ts'
import { zakljucenjeEndpoints } from './zakljucenje.ts'

/** The API by feature; the server mounts it and the OpenAPI document is made of it. */
export const api = {
  auth: authEndpoints,
  links: linkEndpoints,
  posta: postaEndpoints,
  secondFactor: secondFactorEndpoints,
  keys: keyEndpoints,
  c4: c4Endpoints,
  fakture: faktureEndpoints,
  c1: c1Endpoints,
  poreklo: porekloEndpoints,
  materials: materialEndpoints,
  products: productEndpoints,
  razduzenje: razduzenjeEndpoints,
  ...RECORD_CALLS,
  popisi: popisiEndpoints,
  beleske: beleskeEndpoints,
  prilozi: priloziEndpoints,
  usaglasavanje: usaglasavanjeEndpoints,
  obracun: obracunEndpoints,
  rokovi: rokoviEndpoints,
  pretraga: pretragaEndpoints,
  obracuni: obracuniEndpoints,
  archive: archiveEndpoints,
  papiri: papiriEndpoints,
  dashboard: dashboardEndpoints,
  rates: rateEndpoints,
  nasaFirma: nasaFirmaEndpoints,
  podesavanja: podesavanjaEndpoints,
  audit: auditEndpoints,
  zakljucenje: zakljucenjeEndpoints,
} as const
