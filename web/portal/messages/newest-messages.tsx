import { useEffect, useRef, useState } from 'react'
import { useMe } from '../me/me.ts'
import { nameOf } from '../people/person.tsx'
import type { ChatMessage } from './chat-protocol.ts'

/** The most new messages that are read out; more, as after a pause, are announced as a count. */
const MAX_READ_OUT = 3

/** Announces new messages of colleagues to screen readers, but neither the history nor the person's own messages. */
export function NewestMessages({ messages, isLoading }: { messages: readonly ChatMessage[]; isLoading: boolean }) {
  const { id: myId } = useMe()
  const heard = useRef<ReadonlySet<string>>(undefined)
  const [text, setText] = useState('')

  useEffect(() => {
    if (isLoading) return
    const before = heard.current
    heard.current = new Set(messages.map(({ id }) => id))
    // Messages before the first known one were loaded on the reader's request, so they are not announced.
    const from = messages.findIndex(({ id }) => before?.has(id))
    const later = before?.size === 0 ? messages : messages.slice(from)
    const fresh = before ? later.filter(({ id, sender_id }) => !before.has(id) && sender_id !== myId) : []
    if (fresh.length > MAX_READ_OUT) setText(`${fresh.length} new messages`)
    else if (fresh.length > 0) setText(fresh.map(({ sender, content }) => `${nameOf(sender)}: ${content}`).join('\n'))
  }, [messages, isLoading, myId])

  return (
    <p role="log" aria-live="polite" aria-label="New messages" className="sr-only">
      {text}
    </p>
  )
}
