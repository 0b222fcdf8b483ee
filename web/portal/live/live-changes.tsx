import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'
import { showBrowserNotice } from '../notices/browser-notices.ts'
import { refresh } from '../writes/stale-after.ts'
import { followChanges } from './follow-changes.ts'

/**
 * Refreshes the screen's queries when a colleague has changed their tables. Input that the person is typing stays. Renders
 * nothing.
 */
export function LiveChanges() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const follow = useEffectEvent((to: string) => void navigate(to))
  useEffect(
    () =>
      followChanges((tables) => {
        // A hidden tab refreshes when the person returns to it.
        void refresh(queryClient, tables, document.hidden ? 'none' : 'active')
        if (document.hidden && tables.includes('notices')) {
          showBrowserNotice(queryClient, follow).catch((error: unknown) =>
            console.info('The changes of colleagues could not be followed:', error),
          )
        }
      }),
    [queryClient],
  )
  return null
}
