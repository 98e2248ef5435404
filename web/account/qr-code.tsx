import { encode } from 'uqr'
import { secondFactorWords } from './second-factor-texts.ts'

/** Light modules around the code, without which cameras do not find it. */
const MARGIN = 4

/** An address as a QR code: dark on light whatever the theme, because cameras read no other. */
export function QrCode({ address }: { address: string }) {
  const { data, size } = encode(address, { border: MARGIN })
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <svg
      role="img"
      aria-label={secondFactorWords.qr}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-52 max-w-full rounded-control border border-line"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={dark.join('')} fill="#000" />
    </svg>
  )
}
