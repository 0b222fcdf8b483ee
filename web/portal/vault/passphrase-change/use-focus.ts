import { useEffect, useRef } from 'react'

/** Focuses the beginning of a step, since the button that was pressed is gone. */
export function useFocus(isWanted = true) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isWanted) button.current?.focus({ preventScroll: true })
  }, [isWanted])
  return button
}
