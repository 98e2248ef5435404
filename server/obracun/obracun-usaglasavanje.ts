import type { Obracun, ObracunProvera } from '#contract/obracun.ts'
import type { Db } from '#server/db/schema.ts'
import { type KeptRazlika, razlikaWords, razlikeIn } from '#server/documents/razlike.ts'
import type { Scope } from './obracun-scope.ts'

/**
 * What the last comparisons with the forwarder or customs left of the period of an account (customs §4.11): explanations
 * to print, and the check of what nobody explained.
 */
export async function usaglasenoIn(db: Db, scope: Scope): Promise<Pick<Obracun, 'objasnjenja' | 'provere'>> {
  const objasnjenja: Obracun['objasnjenja'] = []
  const redovi: ObracunProvera['redovi'] = []
  for (const row of await razlikeIn(db, scope)) {
    const { usaglasavanje_id, c4_id, objasnjenje } = row
    if (objasnjenje === null) redovi.push(unexplained(row))
    else objasnjenja.push({ usaglasavanje_id, c4_id, ...razlikaWords(row), objasnjenje })
  }
  const provera = { vrsta: 'špediter', tekst: 'Neobjašnjene razlike prema špediteru ili carini.', redovi } as const
  return { objasnjenja, provere: redovi.length > 0 ? [provera] : [] }
}

function unexplained(row: KeptRazlika): ObracunProvera['redovi'][number] {
  const { vrsta, broj, stavka, kod_nas, kod_njih } = razlikaWords(row)
  const sides = [kod_nas && `kod nas ${kod_nas}`, kod_njih && `kod špeditera ${kod_njih}`].filter(Boolean).join('; ')
  const opis = [stavka, `${vrsta}: ${sides}`].filter(Boolean).join(', ')
  const lot = row.razlika.nas ? { ulaz_stavka_ids: [row.razlika.nas.ulaz_stavka_id] } : {}
  return { vrsta: 'usaglasavanje', id: String(row.usaglasavanje_id), broj, opis, ...lot }
}
