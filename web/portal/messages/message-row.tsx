import { memo } from 'react'
import { formatMoment } from '../../lib/formats.ts'
import { nameOf } from '../people/person.tsx'
import type { ChatMessage } from './chat-protocol.ts'
import { MessageBubble } from './message-bubble.tsx'
import { messageTime } from './message-time.ts'

type MessageRowProps = {
  message: ChatMessage
  isMine: boolean
  /** The message before is by the same person. */
  goesOn: boolean
  /** Any moment of the day that it is. */
  today: Date
}

/** A message that is stored. Drawn anew only when something about it changes: there may be ten thousand of them. */
export const MessageRow = memo(function MessageRow({ message, isMine, goesOn, today }: MessageRowProps) {
  const { sender, created_at, edited_at, deleted_at } = message
  return (
    <MessageBubble
      id={message.id}
      speaker={isMine ? undefined : { name: nameOf(sender), avatarUrl: sender?.avatar_url ?? null }}
      goesOn={goesOn}
      content={message.content}
      isDeleted={deleted_at !== null}
      footer={
        <>
          <time dateTime={created_at}>{messageTime(created_at, today)}</time>
          {edited_at !== null && deleted_at === null && <span title={formatMoment(edited_at)}> · edited</span>}
        </>
      }
    />
  )
})
