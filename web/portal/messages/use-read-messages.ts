import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { refresh } from '../writes/stale-after.ts'
import type { Chat } from './chat.ts'
import { markRead } from './chat-queries.ts'

/** The pause in which messages that arrive together are collected, to mark them as read together. */
const PAUSE_MS = 500

/**
 * Stores and sends the number up to which this person has read, whenever it rises or the person returns to the screen. A
 * failure is not reported: the next message or visit makes up for it.
 */
export function useReadMessages(chat: Chat, upTo: number) {
  const queryClient = useQueryClient()
  useEffect(() => {
    if (upTo === 0) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const read = () => {
      clearTimeout(timer)
      if (document.visibilityState !== 'visible') return
      timer = setTimeout(async () => {
        try {
          await markRead(upTo)
          chat.saw(upTo)
          await refresh(queryClient, ['chat_messages'])
        } catch (error) {
          console.info('The read position could not be stored:', error)
        }
      }, PAUSE_MS)
    }
    read()
    document.addEventListener('visibilitychange', read)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', read)
    }
  }, [chat, upTo, queryClient])
}
