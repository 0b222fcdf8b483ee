import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { followChanges } from './follow-changes.ts'
import { shownBy } from './shown-by.ts'

/** Draws nothing: asks anew for what is on the screen when a colleague has changed it. What somebody types is not touched. */
export function LiveChanges() {
  const queryClient = useQueryClient()
  useEffect(
    () =>
      followChanges((tables) => {
        const keys = new Set(tables.flatMap((table) => [...shownBy[table]]))
        // A tab nobody looks at asks when somebody comes back to it.
        const refetchType = document.hidden ? 'none' : 'active'
        for (const queryKey of keys) void queryClient.invalidateQueries({ queryKey, refetchType })
      }),
    [queryClient],
  )
  return null
}
