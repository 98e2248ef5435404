/** The sign of the program: the letter of 'zalihe' on the accent. */
export const BrandMark = ({ className = 'size-7 rounded-control text-sm' }: { className?: string }) => (
  <span
    aria-hidden
    className={`flex flex-none items-center justify-center bg-accent font-bold text-on-accent ${className}`}
  >
    Z
  </span>
)
