import { type RefObject, useEffect, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { messageOf } from '../../lib/errors.ts'
import type { Chat } from './chat.ts'
import { MESSAGE_PARAMETER } from './message.ts'

/** How long a linked message is highlighted, in milliseconds. */
const MARKED_MS = 2500

/**
 * Shows the message that the address names, with everything after it, and again when its link is followed again. Returns the
 * reason if that fails, and a function that dismisses the reason.
 */
export function useLinkedMessage(
  chat: Chat,
  isLoaded: boolean,
  list: RefObject<HTMLElement | null>,
  letGo: () => void,
) {
  const wanted = useSearchParams()[0].get(MESSAGE_PARAMETER)
  const { key } = useLocation()
  const [problem, setProblem] = useState<string>()

  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link may be followed twice, and only its key differs then
  useEffect(() => {
    setProblem(undefined)
    if (!wanted || !isLoaded) return
    const abandoned = new AbortController()
    const show = async () => {
      await chat.goBackTo(wanted)
      // The row of the linked message must be rendered before it can be scrolled to.
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
