import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'
import { forgetAskedAhead } from '../../lib/asked-ahead.ts'
import { followSession } from '../me/use-session.ts'
import { showBrowserNotice } from '../notices/browser-notices.ts'
import { loadChunk } from '../offline/load-chunk.ts'
import { refresh } from '../writes/stale-after.ts'
import { afterFirstRows } from './after-first-rows.ts'
import { followChanges } from './follow-changes.ts'

/**
 * Refreshes the screen's queries when a colleague has changed their tables. Input that the person is typing stays. From then
 * on no answer is used that was asked ahead. Renders nothing.
 */
export function LiveChanges() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const onChange = useEffectEvent((tables: Parameters<Parameters<typeof followChanges>[0]>[0]) => {
    // A hidden tab refreshes when the person returns to it.
    void refresh(queryClient, tables, document.hidden ? 'none' : 'active')
    if (document.hidden && tables.includes('notices')) {
      showBrowserNotice(queryClient, (to) => void navigate(to)).catch(report)
    }
  })
  useEffect(() => {
    let isOver = false
    let stop: (() => void) | undefined
    const cancel = afterFirstRows(queryClient, async () => {
      forgetAskedAhead()
      await loadChunk(followSession).catch(report)
      if (!isOver) stop = followChanges(onChange)
    })
    return () => {
      isOver = true
      cancel()
      stop?.()
    }
  }, [queryClient])
  return null
}

const report = (error: unknown) => console.info('The changes of colleagues could not be followed:', error)
