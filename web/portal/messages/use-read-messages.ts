import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { supabase } from '../../lib/supabase.ts'
import { unwrap } from '../../lib/unwrap.ts'
import { refresh } from '../live/stale-after.ts'

/** Messages that come one upon the other are read together. */
const PAUSE_MS = 500

/**
 * Keeps on the server that everything was read up to now, whenever the number of messages on the screen changes or somebody comes
 * back to it. Nothing is said of a failure: the next message, or the next visit, makes up for it.
 */
export function useReadMessages(shown: number) {
  const queryClient = useQueryClient()
  useEffect(() => {
    if (shown === 0) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const read = () => {
      clearTimeout(timer)
      if (document.visibilityState !== 'visible') return
      timer = setTimeout(async () => {
        try {
          unwrap(await (await supabase()).rpc('mark_messages_read'))
          await refresh(queryClient, ['chat_messages'])
        } catch (error) {
          console.info('What was read could not be kept:', error)
        }
      }, PAUSE_MS)
    }
    read()
    document.addEventListener('visibilitychange', read)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', read)
    }
  }, [shown, queryClient])
}
