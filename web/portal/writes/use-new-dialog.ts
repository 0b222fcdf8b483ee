import { useState } from 'react'
import { useSearchParams } from 'react-router'

/** The query parameter of a list that opens the dialog for a new row. */
export const NEW_PARAMETER = 'new'

type Dialog = [isOpen: boolean, setOpen: (isOpen: boolean) => void]

/** The state of the dialog that adds a row to a list (`?new`). */
export const useNewDialog = (...details: readonly string[]): Dialog => useDialogInAddress(NEW_PARAMETER, ...details)

/**
 * The state of a dialog that is opened by its button or by a query parameter. With the parameter a reload keeps it
 * open, and closing removes the parameter and its `details`.
 */
export function useDialogInAddress(name: string, ...details: readonly string[]): Dialog {
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
