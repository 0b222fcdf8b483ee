import { useState } from 'react'

/**
 * Whether something that opens has been open, for what is drawn from its first opening on. It stays after that, so that it can
 * return the focus when it closes.
 */
export function useWasOpen(isOpen: boolean): boolean {
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (isOpen && !wasOpen) setWasOpen(true)
  return isOpen || wasOpen
}
