import { writeSheets } from '#server/sheets/write-sheet.ts'

const HEADINGS = ['Broj', 'Datum', 'R. br.', 'Tarifni broj', 'Količina', 'JM']
const EXPLANATION = 'Špediter vodi količinu u hiljadama komada (potvrda od 12. u mesecu).'

type Send = <T>(method: 'GET' | 'POST' | 'PUT', path: string, body?: object) => Promise<T>
type Period = { readonly datum_od: string; readonly datum_do: string }
type Imports = {
  readonly results: readonly { readonly id: number; readonly broj_c4: string; readonly datum: string }[]
}
type Line = { redni_broj: number; tarifni_broj: string; kolicina: number; jedinica_mere: string }
type Differences = {
  readonly redovi: readonly { readonly kljuc: string; readonly razlika: { readonly vrsta: string } }[]
}

/**
 * Lays the imports of a period beside the table of their forwarder: one line is counted in thousands, which is
 * explained, and one import is missing in it, which is not.
 */
export async function enterReconciliation(send: Send, { datum_od, datum_do }: Period): Promise<void> {
  const { results } = await send<Imports>('GET', `/c4?datum_od=${datum_od}&datum_do=${datum_do}&limit=100`)
  const rows: (string | number)[][] = []
  for (const { id, broj_c4, datum } of results.slice(1)) {
    const { stavke } = await send<{ stavke: Line[] }>('GET', `/c4/${id}`)
    for (const { redni_broj, tarifni_broj, kolicina, jedinica_mere } of stavke)
      rows.push([broj_c4, datum, redni_broj, tarifni_broj, kolicina, jedinica_mere])
  }
  const inThousands = rows.find((row) => row[5] === 'kom')
  if (!inThousands) throw new Error('the demonstration has no pieces in its last quarter')
  inThousands.splice(4, 2, Number(inThousands[4]) / 1000, '1000 kom')
  const columns = HEADINGS.map((header) => ({ header }))
  const file = new File([new Uint8Array(writeSheets([{ name: 'Uvoz', columns, rows }]))], 'spediter.xlsx')
  const form = new FormData()
  form.set('file', file)
  const { redovi } = await send<Differences>('POST', `/usaglasavanje?datum_od=${datum_od}&datum_do=${datum_do}`, form)
  const explained = redovi.filter(({ razlika }) => razlika.vrsta.startsWith('JM'))
  const objasnjenja = explained.map(({ kljuc }) => ({ kljuc, objasnjenje: EXPLANATION }))
  await send('PUT', '/usaglasavanje/objasnjenja', { objasnjenja })
}
