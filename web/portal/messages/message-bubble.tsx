import type { ReactNode } from 'react'
import { cn } from '../../lib/cn.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { MessageText } from './message-text.tsx'

export type Speaker = { name: string; avatarUrl: string | null }

type MessageBubbleProps = {
  /** Undefined for the person at the screen. */
  speaker: Speaker | undefined
  /** The message before is by the same person: only who hears it is told again who speaks. */
  goesOn: boolean
  content: string
  /** When it was said, or that it is on its way. */
  footer: ReactNode
}

export function MessageBubble({ speaker, goesOn, content, footer }: MessageBubbleProps) {
  const isMine = speaker === undefined
  return (
    <li className={cn('flex flex-col', isMine ? 'items-end' : 'items-start', !isMine && !goesOn && 'pt-2')}>
      {isMine || goesOn ? (
        <span className="sr-only">{speaker?.name ?? 'You'}:</span>
      ) : (
        <p className="mb-1.5 flex max-w-[70%] items-center gap-2 font-medium text-sm">
          <Avatar name={speaker.name} url={speaker.avatarUrl} className="size-6 text-[0.625rem]" />
          <span title={speaker.name} className="min-w-0 truncate">
            {speaker.name}
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
