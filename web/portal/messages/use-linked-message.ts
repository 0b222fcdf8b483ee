import { type RefObject, useEffect, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { messageOf } from '../../lib/errors.ts'
import type { Chat } from './chat.ts'
import { MESSAGE } from './message.ts'

/** So long the message that was meant stands out. */
const MARKED_MS = 2500

/**
 * Shows the message that the address names, with all that was said since; again when its link is followed again. Returns
 * what to say where that cannot be, and how to put that away.
 */
export function useLinkedMessage(
  chat: Chat,
  isLoaded: boolean,
  list: RefObject<HTMLElement | null>,
  letGo: () => void,
) {
  const wanted = useSearchParams()[0].get(MESSAGE)
  const { key } = useLocation()
  const [problem, setProblem] = useState<string>()

  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link may be followed twice, which only its key tells
  useEffect(() => {
    setProblem(undefined)
    if (!wanted || !isLoaded) return
    const abandoned = new AbortController()
    const show = async () => {
      await chat.goBackTo(wanted)
      // Once it is drawn.
      await new Promise(requestAnimationFrame)
      const row = list.current?.querySelector<HTMLElement>(`[data-message="${CSS.escape(wanted)}"]`)
      if (!row || abandoned.signal.aborted) return
      letGo()
      row.scrollIntoView({ block: 'center' })
      row.dataset.meant = ''
      setTimeout(() => delete row.dataset.meant, MARKED_MS)
    }
    show().catch((error: unknown) => {
      if (!abandoned.signal.aborted) setProblem(messageOf(error, 'The message could not be loaded.'))
    })
    return () => abandoned.abort()
  }, [chat, isLoaded, wanted, key, list, letGo])

  return { problem, putAway: () => setProblem(undefined) }
}
