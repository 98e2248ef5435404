/** Codes or document numbers in a row, as 'C1-1, C1-2 i još 3': a line ends between two of them, never within one. */
export const Codes = ({ text }: { text: string }) =>
  text.split(', ').map((code, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: they never change places
    <span key={at}>
      {at > 0 && ', '}
      <span className="whitespace-nowrap">{code}</span>
    </span>
  ))
