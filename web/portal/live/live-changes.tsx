import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'
import { tellByBrowser } from '../notices/browser-notices.ts'
import { refresh } from '../writes/stale-after.ts'
import { followChanges } from './follow-changes.ts'

/** Draws nothing: asks anew for what is on the screen when a colleague has changed it. What somebody types is not touched. */
export function LiveChanges() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const follow = useEffectEvent((to: string) => void navigate(to))
  useEffect(
    () =>
      followChanges((tables) => {
        // A tab nobody looks at asks when somebody comes back to it.
        void refresh(queryClient, tables, document.hidden ? 'none' : 'active')
        if (document.hidden && tables.includes('notices')) {
          tellByBrowser(queryClient, follow).catch((error: unknown) => console.info('Nothing could be told:', error))
        }
      }),
    [queryClient],
  )
  return null
}
