import { Ellipsis } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { formatMoment } from '../../lib/formats.ts'
import { Button } from '../../ui/button.tsx'
import { nameOf } from '../people/person.tsx'
import type { ChatMessage } from './chat-protocol.ts'
import { MessageBubble } from './message-bubble.tsx'
import { filesOf, wordsBesideFiles } from './message-file.ts'
import { MessageFiles } from './message-files.tsx'
import type { MessageReceipt } from './message-receipts.ts'
import { messageTime } from './message-time.ts'

type MessageRowProps = {
  message: ChatMessage
  isMine: boolean
  /** True if the same person wrote the previous message. */
  continuesAuthor: boolean
  isFirstNew: boolean
  /** Any time of the current day, by which the message's time is formatted. */
  today: Date
  /** The receipt, which only the newest own messages have. */
  receipt: MessageReceipt | undefined
  /** True for the one message that the Tab key reaches. */
  isStop: boolean
  editor: ReactNode
  onMenu: (message: ChatMessage, button: HTMLElement) => void
}

/** A stored message, memoized so that it renders only when something about it changes: there may be ten thousand. */
export const MessageRow = memo(function MessageRow(props: MessageRowProps) {
  const { message, isMine, continuesAuthor, isFirstNew, today, receipt, editor } = props
  const { sender, created_at, edited_at, deleted_at } = message
  const files = filesOf(message.metadata)
  return (
    <MessageBubble
      id={message.id}
      speaker={isMine ? undefined : { name: nameOf(sender), avatarUrl: sender?.avatar_url ?? null }}
      continuesAuthor={continuesAuthor}
      content={wordsBesideFiles(message.content, files)}
      files={files.length > 0 && <MessageFiles files={files} />}
      isFirstNew={isFirstNew}
      isDeleted={deleted_at !== null}
      editor={editor}
      menu={deleted_at === null && <MenuButton {...props} />}
      footer={
        <>
          <time dateTime={created_at}>{messageTime(created_at, today)}</time>
          {edited_at !== null && deleted_at === null && <span title={formatMoment(edited_at)}> · edited</span>}
          {receipt && <span title={receipt.all}> · {receipt.text}</span>}
        </>
      }
    />
  )
})

/**
 * The menu button of a message appears with the pointer or the focus, and stays visible on devices without hover. It takes no
 * space of its own.
 */
function MenuButton({ message, today, isStop, onMenu }: MessageRowProps) {
  return (
    <Button
      variant="ghost"
      size="icon"
      data-menu
      tabIndex={isStop ? 0 : -1}
      aria-haspopup="menu"
      aria-label={`More about the message from ${messageTime(message.created_at, today)}`}
      onClick={({ currentTarget }) => onMenu(message, currentTarget)}
      className="size-8 text-ink-soft opacity-0 focus-visible:opacity-100 group-hover/row:opacity-100 pointer-coarse:opacity-70"
    >
      <Ellipsis aria-hidden />
    </Button>
  )
}
