import type { ReactNode } from 'react'
import { cn } from '../../lib/cn.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { MessageText } from './message-text.tsx'

type MessageBubbleProps = {
  /** Undefined for one's own messages, and where the message before is by the same person. */
  author: { name: string; avatarUrl: string | null } | undefined
  isMine: boolean
  content: string
  /** When it was said, or that it is on its way. */
  footer: ReactNode
}

export function MessageBubble({ author, isMine, content, footer }: MessageBubbleProps) {
  return (
    <li className={cn('flex flex-col', isMine ? 'items-end' : 'items-start', author !== undefined && 'pt-2')}>
      {author !== undefined && (
        <p className="mb-1.5 flex max-w-[70%] items-center gap-2 font-medium text-sm">
          <Avatar name={author.name} url={author.avatarUrl} className="size-6 text-[0.625rem]" />
          <span title={author.name} className="min-w-0 truncate">
            {author.name}
          </span>
        </p>
      )}
      <div
        className={cn(
          'max-w-[70%] rounded-card px-3.5 py-2 text-[0.9375rem]',
          isMine ? 'dusk bg-dusk text-on-dusk' : 'bg-paper-deep',
        )}
      >
        <MessageText>{content}</MessageText>
      </div>
      <div className="mt-1 text-ink-soft text-xs">{footer}</div>
    </li>
  )
}
