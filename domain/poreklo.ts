import { formatMicro, type Micro, type Para } from './decimal.ts'

/**
 * The rules of origin for which the program does the arithmetic (customs §4.10). It never says that goods have origin.
 */
export const PRAVILA_POREKLA = ['udeo vrednosti', 'promena tarifnog broja'] as const
export type PraviloPorekla = (typeof PRAVILA_POREKLA)[number]

/** A draw of an export from one lot, and what an export lacks of one material. */
type Draw = { readonly dokazuje_poreklo: boolean; readonly tarifni_broj: string; readonly vrednost_rsd: Para }
type Lack = { readonly materijal_id: string; readonly jedinica_mere: string; readonly manjak: Micro }

/** The limits of the rule, in percent of the value ex works. */
type Asked = {
  readonly hs_code: string
  readonly vrednost_rsd: Para
  readonly pravilo: PraviloPorekla
  readonly dozvoljeno: Micro
}

/** A percentage with two places, in millionths. */
const HUNDREDTH = 10_000n
const PERCENT = 100_000_000n

const NO_DRAWS = 'Ne može se izračunati: proizvod nema normativ.'

/** The heading of a tariff number: its first four digits, however it is written. */
export const headingOf = (tarifni_broj: string): string => tarifni_broj.replace(/\D/g, '').slice(0, 4)

/**
 * Whether the rule counts a draw: one without proof of origin and, where the heading must change, under the product's
 * heading.
 */
export const counts = (
  draw: Omit<Draw, 'vrednost_rsd'>,
  { hs_code, pravilo }: Pick<Asked, 'hs_code' | 'pravilo'>,
): boolean =>
  !draw.dokazuje_poreklo && (pravilo === 'udeo vrednosti' || headingOf(draw.tarifni_broj) === headingOf(hs_code))

/**
 * The arithmetic of the origin sheet of one exported line: what the rule counts of the actual draws, in RSD and as a share
 * of the value ex works (half up to two places; compared exactly), and the answer in words. Null and the reason where a
 * shortage leaves the sum open.
 */
export function originOf(asked: Asked, draws: readonly Draw[], lacks: readonly Lack[]) {
  const part = draws.reduce((sum, draw) => sum + (counts(draw, asked) ? BigInt(draw.vrednost_rsd) : 0n), 0n)
  const uracunato_rsd = Number(part) as Para
  const open = { uracunato_rsd, udeo: null, u_granici: null }
  if (lacks.length === 0 && draws.length === 0) return { ...open, odgovor: NO_DRAWS }
  if (lacks.length > 0) {
    const without = lacks.map((one) => `${formatMicro(one.manjak)} ${one.jedinica_mere} materijala ${one.materijal_id}`)
    return { ...open, odgovor: `Ne može se izračunati: za ${without.join(', ')} nema uvoza.` }
  }
  const whole = BigInt(asked.vrednost_rsd)
  const step = whole * HUNDREDTH
  const udeo = Number(((part * PERCENT + step / 2n) / step) * HUNDREDTH) as Micro
  const u_granici = part * PERCENT <= whole * BigInt(asked.dozvoljeno)
  const [share, limit] = [udeo, asked.dozvoljeno].map((percent) => `${formatMicro(percent, { minPlaces: 2 })} %`)
  return {
    uracunato_rsd,
    udeo,
    u_granici,
    odgovor: `udeo ${share} – ${u_granici ? 'u granici' : 'preko granice'} ${limit}`,
  }
}
