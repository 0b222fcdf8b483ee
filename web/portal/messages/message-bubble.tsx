import type { ReactNode } from 'react'
import { cn } from '../../lib/cn.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { MessageText } from './message-text.tsx'

export type Speaker = { name: string; avatarUrl: string | null }

type MessageBubbleProps = {
  /** The id of the message, once it is stored. */
  id?: string
  /** The author; undefined for a message of the reader's own. */
  speaker: Speaker | undefined
  /** True if the same person wrote the previous message; only a screen reader repeats the name then. */
  continuesAuthor: boolean
  /** The text, which is empty for a message that consists of files. */
  content: string
  /** The files that are attached to the message. */
  files?: ReactNode
  /** True for the first unread message. */
  isFirstNew?: boolean
  /** True for a deleted message, whose text only says so. */
  isDeleted?: boolean
  /** Replaces the text while the message is edited. */
  editor?: ReactNode
  /** The menu button beside the message. */
  menu?: ReactNode
  /** The time of the message, or a note that it is being sent. */
  footer: ReactNode
}

export function MessageBubble({
  id,
  speaker,
  continuesAuthor,
  content,
  files,
  isFirstNew = false,
  isDeleted = false,
  editor,
  menu,
  footer,
}: MessageBubbleProps) {
  const isMine = speaker === undefined
  return (
    <li
      data-message={id}
      className={cn(
        'group/row flex flex-col rounded-card data-meant:bg-signal-wash motion-safe:transition-colors motion-safe:duration-700',
        isMine ? 'items-end' : 'items-start',
      )}
    >
      {isFirstNew && (
        <p className="mt-2 flex items-center gap-3 self-stretch font-semibold text-signal text-xs before:h-px before:grow before:bg-signal/40 after:h-px after:grow after:bg-signal/40">
          New
        </p>
      )}
      {isMine || continuesAuthor ? (
        <span className="sr-only">{speaker?.name ?? 'You'}:</span>
      ) : (
        <p className="mb-1.5 flex max-w-[70%] items-center gap-2 pt-2 font-medium text-sm">
          <Avatar name={speaker.name} url={speaker.avatarUrl} className="size-6 text-[0.625rem]" />
          <span title={speaker.name} className="min-w-0 truncate">
            {speaker.name}
          </span>
        </p>
      )}
      {editor ?? (
        <div className={cn('relative grid max-w-[70%] gap-1.5', isMine ? 'justify-items-end' : 'justify-items-start')}>
          {content !== '' && (
            <div
              className={cn(
                'rounded-card px-3.5 py-2 text-[0.9375rem]',
                isDeleted
                  ? 'border border-line border-dashed text-ink-soft italic'
                  : isMine
                    ? 'dusk bg-dusk text-on-dusk'
                    : 'bg-paper-deep',
              )}
            >
              {isDeleted ? 'Message deleted' : <MessageText>{content}</MessageText>}
            </div>
          )}
          {files}
          {menu && <div className={cn('absolute top-0.5', isMine ? 'right-full mr-1' : 'left-full ml-1')}>{menu}</div>}
        </div>
      )}
      <div className={cn('wrap-anywhere mt-1 text-ink-soft text-xs', isMine && 'text-right')}>{footer}</div>
    </li>
  )
}
