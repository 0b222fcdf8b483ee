import { useEffect, useRef, useState } from 'react'
import { useMe } from '../me/me.ts'
import { nameOf } from '../people/person.tsx'
import type { ChatMessage } from './chat-protocol.ts'

/** More than these at once, as after a pause, are only counted. */
const MOST_READ_OUT = 3

/** Reads out what colleagues say from now on, and not the history, however far one goes back in it, nor what one wrote oneself. */
export function NewestMessages({ messages, isLoading }: { messages: readonly ChatMessage[]; isLoading: boolean }) {
  const { id: myId } = useMe()
  const heard = useRef<ReadonlySet<string>>(undefined)
  const [text, setText] = useState('')

  useEffect(() => {
    if (isLoading) return
    const before = heard.current
    heard.current = new Set(messages.map(({ id }) => id))
    // What stands before all that was there is from earlier, and was asked for.
    const from = messages.findIndex(({ id }) => before?.has(id))
    const later = before?.size === 0 ? messages : messages.slice(from)
    const fresh = before ? later.filter(({ id, sender_id }) => !before.has(id) && sender_id !== myId) : []
    if (fresh.length > MOST_READ_OUT) setText(`${fresh.length} new messages`)
    else if (fresh.length > 0) setText(fresh.map(({ sender, content }) => `${nameOf(sender)}: ${content}`).join('\n'))
  }, [messages, isLoading, myId])

  return (
    <p role="log" aria-live="polite" aria-label="New messages" className="sr-only">
      {text}
    </p>
  )
}
