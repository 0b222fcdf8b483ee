import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { followChanges } from './follow-changes.ts'
import { refresh } from './stale-after.ts'

/** Draws nothing: asks anew for what is on the screen when a colleague has changed it. What somebody types is not touched. */
export function LiveChanges() {
  const queryClient = useQueryClient()
  useEffect(
    () =>
      // A tab nobody looks at asks when somebody comes back to it.
      followChanges((tables) => void refresh(queryClient, tables, document.hidden ? 'none' : 'active')),
    [queryClient],
  )
  return null
}
