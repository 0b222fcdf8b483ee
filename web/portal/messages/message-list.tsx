import { ArrowDown, X } from 'lucide-react'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useMe } from '../me/me.ts'
import type { Chat } from './chat.ts'
import type { ChatState } from './chat-state.ts'
import { EarlierMessagesLoader } from './earlier-messages-loader.tsx'
import { FirstUnreadButton } from './first-unread-button.tsx'
import { MessageGroup } from './message-group.tsx'
import { groupOf, useMessageGroups } from './message-groups.ts'
import { receiptsOf } from './message-receipts.ts'
import { NewestMessages } from './newest-messages.tsx'
import { OutgoingBubble } from './outgoing-bubble.tsx'
import { useArrowKeys } from './use-arrow-keys.ts'
import { useLinkedMessage } from './use-linked-message.ts'
import { useLongList } from './use-long-list.ts'
import { useMessageMenu } from './use-message-menu.tsx'
import { useStickToEnd } from './use-stick-to-end.ts'
import { useUnseenCount } from './use-unseen.ts'

type MessageListProps = { chat: Chat; state: ChatState; firstUnread: string | undefined }

export function MessageList({ chat, state, firstUnread }: MessageListProps) {
  const { history, connection, readPositions } = state
  const { messages, outgoing } = state.log
  const { id: myId } = useMe()
  const today = useToday()
  const groups = useMessageGroups(messages)
  const standing = useMemo(() => receiptsOf(messages, readPositions, myId), [messages, readPositions, myId])
  const { frame, isAtEnd, goToEnd, letGo } = useStickToEnd(messages.length, outgoing)
  const list = useLongList(frame, messages, groups.length)
  useArrowKeys(list)
  const { problem, putAway } = useLinkedMessage(chat, history === 'loaded', list, letGo)
  const { open, editorOf, menu } = useMessageMenu(chat)
  const unseen = useUnseenCount(messages, isAtEnd, myId)
  const isEmpty = messages.length === 0 && outgoing.length === 0

  return (
    <div className="relative min-h-0">
      <section
        ref={frame}
        aria-label="Conversation"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
        tabIndex={0}
        // useLongList corrects the scroll position for earlier messages, so the browser's own scroll anchoring is off.
        className="-outline-offset-3 h-full overflow-y-auto [overflow-anchor:none] px-4 py-4 sm:px-5"
      >
        {history === 'loading' && isEmpty && <Loading />}
        {history === 'loaded' && isEmpty && <NoMessages />}
        {!isEmpty && history === 'loaded' && state.earlier !== 'none' && (
          <EarlierMessagesLoader earlier={state.earlier} first={messages[0]?.id} onReach={chat.loadEarlier} />
        )}
        {/* As high as the frame, so that few messages stand at its end; nothing may push what is said of none out of sight. */}
        <div className={isEmpty ? undefined : 'flex min-h-full flex-col justify-end'}>
          {/* In the flow, and no grid: laying out ten thousand rows of one takes a fifth of a second. */}
          <div ref={list} className="space-y-1.5">
            {groups.map((group, index) => (
              <MessageGroup
                key={groupOf(group[0])}
                {...{ group, myId, firstUnread, today, editorOf }}
                speaker={groups[index - 1]?.at(-1)?.sender_id}
                receipts={group.some(({ id }) => standing.has(id)) ? standing : undefined}
                isLast={index === groups.length - 1}
                onMenu={open}
              />
            ))}
            <ol className="space-y-1.5 empty:hidden">
              {outgoing.map((message) => (
                <OutgoingBubble key={message.clientId} {...{ message, chat, connection }} />
              ))}
            </ol>
          </div>
        </div>
      </section>
      {menu}
      {firstUnread !== undefined && <FirstUnreadButton {...{ list, firstUnread }} onGo={letGo} />}
      {problem !== undefined && <Problem onPutAway={putAway}>{problem}</Problem>}
      <NewestMessages messages={messages} isLoading={history === 'loading'} />
      {!isAtEnd && <ToEnd unseen={unseen} onGo={goToEnd} />}
    </div>
  )
}

const NoMessages = () => (
  <p className="grid h-full place-items-center text-center text-ink-soft">No messages yet. Say hello.</p>
)

const ToEnd = ({ unseen, onGo }: { unseen: number; onGo: () => void }) => (
  <Button variant="outline" onClick={onGo} className="absolute right-4 bottom-3 sm:right-5 shadow-raised">
    <ArrowDown aria-hidden />
    {unseen === 0 ? 'Latest messages' : unseen === 1 ? '1 new message' : `${unseen} new messages`}
  </Button>
)

/** The note that a linked message cannot be shown, above the messages that are shown instead. */
function Problem({ onPutAway, children }: { onPutAway: () => void; children: ReactNode }) {
  return (
    <div className="absolute inset-x-4 top-3 flex items-center gap-2 rounded-control border border-line-strong bg-card py-1 pr-1 pl-4 shadow-raised sm:inset-x-5">
      <p role="status" className="min-w-0 grow text-sm">
        {children}
      </p>
      <Button variant="ghost" size="icon" aria-label="Close" onClick={onPutAway}>
        <X aria-hidden />
      </Button>
    </div>
  )
}

function Loading() {
  return (
    <div className="grid gap-3" aria-busy>
      <span className="sr-only">Loading messages</span>
      <Skeleton className="h-12 w-3/5" />
      <Skeleton className="ml-auto h-12 w-2/5" />
      <Skeleton className="h-20 w-1/2" />
    </div>
  )
}

const MINUTE_MS = 60_000

/**
 * The current day, which changes at midnight: 'today' becomes 'yesterday' then, and no message is rendered again before.
 */
function useToday() {
  const [today, setToday] = useState(() => new Date())
  useEffect(() => {
    const isOver = (day: Date) => day.toDateString() !== new Date().toDateString()
    const timer = setInterval(() => setToday((day) => (isOver(day) ? new Date() : day)), MINUTE_MS)
    return () => clearInterval(timer)
  }, [])
  return today
}
