import { useEffect, useRef } from 'react'

/** What was pressed before is gone: the focus goes on with the step, whose beginning stays in sight. */
export function useFocus(isWanted = true) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isWanted) button.current?.focus({ preventScroll: true })
  }, [isWanted])
  return button
}
