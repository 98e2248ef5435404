/** A quiet bar where something is still loading. Give it a width; screen readers do not hear it. */
export function Skeleton({ className = 'w-full' }: { className?: string }) {
  return <div aria-hidden className={`h-3 animate-pulse rounded-sm bg-line ${className}`} />
}
