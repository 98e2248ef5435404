import { useEffect, useRef } from 'react'

/**
 * Opens the record that the address of a screen asks for (`?otvori=…`), by a link or after a reload. `open` rejects when
 * it cannot be read; then `refused` says so and takes it out of the address.
 */
export function useAddressOpens(
  otvori: string,
  open: (id: string) => Promise<void>,
  refused: (error: unknown) => void,
): void {
  const latest = useRef({ open, refused })
  latest.current = { open, refused }

  useEffect(() => {
    if (otvori) latest.current.open(otvori).catch((error) => latest.current.refused(error))
  }, [otvori])
}
