import { useState } from 'react'
import { useSearchParams } from 'react-router'

/** In the address of a list: opens the dialog that adds to it. */
export const NEW = 'new'

/**
 * Whether the dialog that adds to a list is open: by its button, or because the address asks for it (`?new`). Where that is
 * so, a reload leaves it open, and closing it takes away what was asked, `details` too.
 */
export function useNewDialog(...details: readonly string[]): [isOpen: boolean, setOpen: (isOpen: boolean) => void] {
  const [address, setAddress] = useSearchParams()
  const [isOpened, setOpened] = useState(false)
  const isAskedFor = address.has(NEW)

  function setOpen(isOpen: boolean) {
    setOpened(isOpen)
    if (isOpen || !isAskedFor) return
    const withoutIt = (latest: URLSearchParams) => {
      const next = new URLSearchParams(latest)
      for (const name of [NEW, ...details]) next.delete(name)
      return next
    }
    setAddress(withoutIt, { replace: true, preventScrollReset: true })
  }

  return [isOpened || isAskedFor, setOpen]
}
