import { CARINA } from '#contract/figures/obracun.ts'
import { MAX_TOLD_CHANGES, type Promenjen } from '#contract/obracuni.ts'
import { rowChanges } from '#domain/row-changes.ts'
import { partsIn, type Wire } from './obracun-freeze.ts'

/** Names come from the catalogue: another spelling there changes no row of an account. */
const NAMES = ['materijal_naziv', 'proizvod_naziv']
/** Rows hold these while a rate of tax is set. A rate set later changes no row; a rate taken away does. */
const DUTY = CARINA
const tellsDuty = ({ stavke }: { readonly stavke: readonly Wire[] }) =>
  stavke.some((row) => DUTY.some((name) => (row[name] ?? null) !== null))

type Deo = {
  /** The key of a row within its part. */
  readonly key: readonly string[]
  /** The text for a row that was added or removed. */
  readonly figure: string
  readonly red: (row: Wire) => string
}
const DELOVI: Readonly<Record<Promenjen['deo'], Deo>> = {
  stavke: {
    key: ['ulaz_stavka_id'],
    figure: 'krajnje_stanje',
    red: (row) => `${row.broj_c4}, faktura ${row.broj_fakture}, stavka ${row.redni_broj}`,
  },
  izvoz: {
    key: ['c1_stavka_id', 'materijal_id', 'ulaz_stavka_id', 'usmereno'],
    figure: 'razduzeno',
    red: (row) => `${row.broj_c1}, ${row.proizvod_id}: ${row.materijal_id} iz ${row.broj_c4} / ${row.ulaz_redni_broj}`,
  },
  normativi: {
    key: [
      'proizvod_id',
      'materijal_id',
      'normativ_verzija',
      'neto',
      'otpad_procenat',
      'gubitak_procenat',
      'osnov_otpada',
    ],
    figure: 'ukupno',
    red: (row) => `${row.proizvod_id}: ${row.materijal_id}, neto ${String(row.neto).replace('.', ',')}`,
  },
  otpad: {
    key: ['materijal_id'],
    figure: 'nastalo',
    red: (row) => String(row.materijal_id),
  },
  bez_pokrica: {
    key: ['c1_id', 'materijal_id'],
    figure: 'manjak',
    red: (row) => `${row.broj_c1}: ${row.materijal_id}`,
  },
  ostala_razduzenja: {
    key: ['ostalo_razduzenje_id', 'ulaz_stavka_id'],
    figure: 'kolicina',
    red: (row) => `${row.broj}, ${row.vrsta}: ${row.materijal_id} iz ${row.broj_c4} / ${row.redni_broj}`,
  },
  produzenja: {
    key: ['c4_id', 'novi_rok', 'broj_akta'],
    figure: 'novi_rok',
    red: (row) => `${row.broj_c4}, produženje roka`,
  },
}

/** The parts whose rows lead to an import. */
const OF_C4 = ['stavke', 'ostala_razduzenja', 'produzenja']

/**
 * The differences between the rows of an account as they were handed in and as they are computed today, both as the
 * bytes of `freeze`. Sums and checks follow from the other parts and are not reported again. At most MAX_TOLD_CHANGES
 * are named.
 */
export function changedSince(
  frozen: Uint8Array,
  today: Uint8Array,
): { promenjeno: Promenjen[]; broj_promenjenih: number } {
  const [pre, posle] = [partsIn(frozen), partsIn(today)]
  const ignored = tellsDuty(pre) ? NAMES : [...NAMES, ...DUTY]
  const found = Object.entries(DELOVI).flatMap(([name, { key, figure, red }]) =>
    rowChanges(pre[name as Promenjen['deo']], posle[name as Promenjen['deo']], key, ignored).map(
      (change): Promenjen => {
        const row = (change.posle ?? change.pre) as Wire
        const gone = change.posle === null
        const whole = [{ polje: figure, pre: change.pre?.[figure] ?? null, posle: change.posle?.[figure] ?? null }]
        return {
          deo: name as Promenjen['deo'],
          promena: gone ? 'nestao' : change.pre ? 'izmenjen' : 'dodat',
          red: red(row),
          c4_id: OF_C4.includes(name) ? Number(row.c4_id) : null,
          c1_id: name === 'izvoz' || name === 'bez_pokrica' ? Number(row.c1_id) : null,
          polja: change.pre && change.posle ? change.polja : whole,
        }
      },
    ),
  )
  return { promenjeno: found.slice(0, MAX_TOLD_CHANGES), broj_promenjenih: found.length }
}
