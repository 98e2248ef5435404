import type { Random } from '#scripts/demo-random.ts'

/** Texts that break programs: markup, SQL, formulas, paths, control signs, halves of signs, and much of everything. */
const TEXTS: readonly string[] = [
  '',
  ' ',
  '\t\n',
  '\0',
  'a\0b',
  '\uFEFF',
  '\uD800',
  'x\uDFFF',
  '\u202Ecba\u202C',
  '\u200B\u200D',
  'ЋЖЂ ћжђ ČĆŽŠĐ',
  'Dž ǆ ﬁ ß İ ı',
  '🧨'.repeat(5_000),
  '👩‍👩‍👧‍👦'.repeat(50),
  'Z\u0351\u0352\u0353'.repeat(500),
  // Texts that take the square of their length where nobody has measured it first.
  `a${'\u0301\u0316'.repeat(30_000)}`,
  `1.${'0'.repeat(60_000)}1`,
  `${'0'.repeat(60_000)}x`,
  `${' '.repeat(60_000)}x`,
  'a'.repeat(201),
  'š'.repeat(100_000),
  '<script>ran=1</script>',
  '"><img src=x onerror=ran=1>',
  "' or 1=1 --",
  "'); drop schema public; --",
  '%',
  '_%\\',
  '\\',
  `${'$'}{7*7} {{7*7}} #{7*7}`,
  '=1+1',
  '@SUM(A1)',
  '../../../../etc/passwd',
  '%2e%2e%2f',
  '%00',
  'file:///etc/passwd',
  '__proto__',
  'constructor',
  'NaN',
  'Infinity',
  '-0',
  '1e309',
  '0x10',
  '1_000',
  '1,5',
  '1.234,56',
  '9007199254740993',
  '0000-00-00',
  '2026-02-30',
  '9999-12-31',
  '10000-01-01',
  '2026-01-01T00:00:00Z',
  '١٢٣',
  'true',
  '[]',
  '{}',
]

const NUMBERS: readonly number[] = [
  0,
  -0,
  -1,
  0.1,
  1e-7,
  0.0000005,
  0.000001,
  1.0000005,
  1_000_000_000,
  1_000_000_000.000001,
  1_000_000_001,
  2 ** 31,
  2 ** 53,
  2 ** 53 + 2,
  -(2 ** 53),
  1e21,
  1e300,
  -1e300,
  5e-324,
]

/** One of the texts that no field expects. */
export const hostileText = (random: Random): string => random.pick(TEXTS)
/** One of the numbers that no field expects. */
const hostileNumber = (random: Random): number => random.pick(NUMBERS)

/** Any JSON value but the one that is expected. */
export function hostileValue(random: Random): unknown {
  const kind = random.whole(0, 9)
  if (kind < 4) return hostileText(random)
  if (kind < 6) return hostileNumber(random)
  return random.pick<unknown>([
    null,
    true,
    false,
    [],
    {},
    [null],
    [[[]]],
    { length: -1 },
    { toString: 1, valueOf: {} },
    JSON.parse('{"__proto__":{"admin":true},"constructor":{"prototype":{"x":1}}}'),
    Array(300).fill(0),
    // Each an object of its own: a fault put into one would be in all, up to a body that no text holds.
    Array.from({ length: 12_000 }, () => ({})),
    nested(200),
  ])
}

/** `depth` arrays, one in another. */
function nested(depth: number): unknown {
  let value: unknown = 1
  for (let i = 0; i < depth; i++) value = [value]
  return value
}
