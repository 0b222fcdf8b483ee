import { useEffect, useRef, useState } from 'react'
import { useMe } from '../me/me.ts'
import { nameOf } from '../people/person.tsx'
import type { ChatMessage } from './chat-protocol.ts'

/** Reads out what colleagues say from now on, and not the history, nor what one wrote oneself. */
export function NewestMessage({ message, isLoading }: { message: ChatMessage | undefined; isLoading: boolean }) {
  const { id: myId } = useMe()
  const heard = useRef<string>(undefined)
  const [text, setText] = useState('')

  useEffect(() => {
    if (isLoading || heard.current === message?.id) return
    const isHistory = heard.current === undefined
    heard.current = message?.id ?? ''
    if (message && !isHistory && message.sender_id !== myId) {
      setText(`${nameOf(message.sender)}: ${message.content}`)
    }
  }, [message, isLoading, myId])

  return (
    <p role="log" aria-live="polite" aria-label="New messages" className="sr-only">
      {text}
    </p>
  )
}
