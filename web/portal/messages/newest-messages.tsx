import { useEffect, useRef, useState } from 'react'
import { useMe } from '../me/me.ts'
import { nameOf } from '../people/person.tsx'
import type { ChatMessage } from './chat-protocol.ts'

/** More than these at once, as after a pause, are only counted. */
const MOST_READ_OUT = 3

/** Reads out what colleagues say from now on, and not the history, nor what one wrote oneself. */
export function NewestMessages({ messages, isLoading }: { messages: readonly ChatMessage[]; isLoading: boolean }) {
  const { id: myId } = useMe()
  const heard = useRef<ReadonlySet<string>>(undefined)
  const [text, setText] = useState('')

  useEffect(() => {
    if (isLoading) return
    const before = heard.current
    heard.current = new Set(messages.map(({ id }) => id))
    const fresh = before ? messages.filter(({ id, sender_id }) => !before.has(id) && sender_id !== myId) : []
    if (fresh.length > MOST_READ_OUT) setText(`${fresh.length} new messages`)
    else if (fresh.length > 0) setText(fresh.map(({ sender, content }) => `${nameOf(sender)}: ${content}`).join('\n'))
  }, [messages, isLoading, myId])

  return (
    <p role="log" aria-live="polite" aria-label="New messages" className="sr-only">
      {text}
    </p>
  )
}
