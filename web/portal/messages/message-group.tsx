import { memo, type ReactNode } from 'react'
import type { ChatMessage } from './chat-protocol.ts'
import type { MessageGroup as Group } from './message-groups.ts'
import type { MessageReceipt } from './message-receipts.ts'
import { MessageRow } from './message-row.tsx'

type MessageGroupProps = {
  group: Group
  /** The author of the last message before the group. */
  speaker: string | null | undefined
  myId: string
  firstUnread: string | undefined
  today: Date
  /** The receipts of this group's messages. */
  receipts: ReadonlyMap<string, MessageReceipt> | undefined
  /** True if the group has the latest message, the one that the Tab key reaches. */
  isLast: boolean
  editorOf: (message: ChatMessage) => ReactNode
  onMenu: (message: ChatMessage, button: HTMLElement) => void
}

/** A group of messages, memoized so that only groups with changes are rendered again when a message arrives. */
export const MessageGroup = memo(function MessageGroup(props: MessageGroupProps) {
  const { group, speaker, myId, firstUnread, today, receipts, isLast, editorOf, onMenu } = props
  return (
    <ol className="space-y-1.5">
      {group.map((message, index) => (
        <MessageRow
          key={message.id}
          message={message}
          isMine={message.sender_id === myId}
          continuesAuthor={(index === 0 ? speaker : group[index - 1]?.sender_id) === message.sender_id}
          isFirstNew={message.id === firstUnread}
          today={today}
          receipt={receipts?.get(message.id)}
          isStop={isLast && index === group.length - 1}
          editor={editorOf(message)}
          onMenu={onMenu}
        />
      ))}
    </ol>
  )
})
