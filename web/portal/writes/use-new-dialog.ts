import { useState } from 'react'
import { useSearchParams } from 'react-router'

/** In the address of a list: opens the dialog that adds to it. */
export const NEW = 'new'

type Dialog = [isOpen: boolean, setOpen: (isOpen: boolean) => void]

/** The dialog that adds to a list (`?new`). */
export const useNewDialog = (...details: readonly string[]): Dialog => useAddressDialog(NEW, ...details)

/**
 * Whether a dialog is open: by its button, or because the address asks for it by its name. Where that is so, a reload leaves
 * it open, and closing it takes away what was asked, `details` too.
 */
export function useAddressDialog(name: string, ...details: readonly string[]): Dialog {
  const [address, setAddress] = useSearchParams()
  const [isOpened, setOpened] = useState(false)
  const isAskedFor = address.has(name)

  function setOpen(isOpen: boolean) {
    setOpened(isOpen)
    if (isOpen || !isAskedFor) return
    const withoutIt = (latest: URLSearchParams) => {
      const next = new URLSearchParams(latest)
      for (const part of [name, ...details]) next.delete(part)
      return next
    }
    setAddress(withoutIt, { replace: true, preventScrollReset: true })
  }

  return [isOpened || isAskedFor, setOpen]
}
