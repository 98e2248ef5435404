// `npm run demo`: a believable year of a maker of wire harnesses, entered into an empty database (that of DATA_DIR or
// DATABASE_URL, as for `npm start`).
import { fileURLToPath } from 'node:url'
import { demoExposureOf, readConfig } from '#server/config.ts'
import { openStore } from '#server/db/open.ts'
import { dayOf } from '#server/local-time.ts'
import { DEMO_ACCOUNT, fillDemo, holdsData } from './demo-fill.ts'
import { DEMO_READER } from './demo-office.ts'

/** An e-invoice of a supplier of the demo, with a code of ours, a name of his and a roll. */
const INVOICE = fileURLToPath(new URL('../e2e/fixtures/faktura-za-probu.xml', import.meta.url))

const NOT_EMPTY =
  'Baza nije prazna: demo podaci se unose samo u praznu bazu. Izaberite drugu sa DATA_DIR ili DATABASE_URL.'

async function enterDemo() {
  const started = performance.now()
  const config = readConfig(process.env)
  const store = await openStore(config)
  try {
    if (await holdsData(store)) throw new Error(NOT_EMPTY)
    const { materijala, proizvoda, c4, c1, pdf } = await fillDemo(store, dayOf(Date.now()))
    const seconds = Math.round((performance.now() - started) / 1000)
    console.log(
      `Uneto za ${seconds} s: ${materijala} materijala, ${proizvoda} proizvoda, ${c4} C4, ${c1} C1, ${pdf} PDF.`,
    )
    console.log(`Prijavite se sa: ${DEMO_ACCOUNT.email} / ${DEMO_ACCOUNT.password}`)
    console.log(`Samo za čitanje: ${DEMO_READER.email} / ${DEMO_READER.password}`)
    console.log(
      "Probajte: partnera, beleške i priloge uz najnoviji izvoz, 'Svi papiri (zip)' u Arhivi, rokove i obračun.",
    )
    console.log(`Faktura dobavljača za 'Iz fakture' u uvozu: ${INVOICE}`)
    const exposure = demoExposureOf(config)
    if (exposure) console.warn(exposure)
  } finally {
    await store.close()
  }
}

await enterDemo().catch((error) => {
  console.error((error as Error).message)
  process.exitCode = 1
})
