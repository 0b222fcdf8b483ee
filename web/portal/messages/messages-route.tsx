import { useQuery } from '@tanstack/react-query'
import { Card } from '../../ui/card.tsx'
import { useMe } from '../me/me.ts'
import { Page } from '../page/page.tsx'
import { completeUpTo, missingIn } from './chat-log.ts'
import { type OnlineUser, onlineUsersQuery } from './chat-queries.ts'
import { Composer } from './composer.tsx'
import { ConnectionStatus } from './connection-status.tsx'
import { MessageList } from './message-list.tsx'
import { OnlineUsers } from './online-users.tsx'
import { SearchMessages } from './search-messages.tsx'
import { typingText } from './typing-text.ts'
import { useChat } from './use-chat.ts'
import { useFirstUnread } from './use-first-unread.ts'
import { useReadMessages } from './use-read-messages.ts'

export default function MessagesRoute() {
  const { chat, state } = useChat()
  const { messages } = state.log
  const { firstUnread, isKnown } = useFirstUnread(messages, state.history === 'loaded', useMe().id)
  useReadMessages(chat, isKnown ? completeUpTo(state.log) : 0)
  const { data = [] } = useQuery(onlineUsersQuery)
  const missing = state.history === 'loaded' ? missingIn(state.log) : undefined
  const isConnected = state.connection === 'connected'
  // The list of people online is empty without a connection, since nobody is reported to leave then.
  const online = isConnected ? data : []
  return (
    <Page
      title="Messages"
      action={
        <div className="flex items-center gap-3">
          <ConnectionStatus state={state.connection} missing={missing} onReconnect={chat.reconnect} />
          <SearchMessages />
        </div>
      }
    >
      <Card className="grid h-[calc(100dvh-12.5rem)] min-h-96 grid-cols-1 grid-rows-[auto_minmax(0,1fr)] overflow-hidden lg:grid-cols-[minmax(0,1fr)_16rem] lg:grid-rows-1">
        <OnlineUsers users={online} isConnected={isConnected} />
        <div className="grid min-h-0 grid-cols-1 grid-rows-[minmax(0,1fr)_auto] lg:order-first">
          <MessageList chat={chat} state={state} firstUnread={firstUnread} />
          <div className="border-line border-t">
            <TypingLine typing={state.typing} online={online} />
            <Composer isConnected={isConnected} onSend={chat.send} onTyping={chat.setTyping} />
          </div>
        </div>
      </Card>
    </Page>
  )
}

type TypingLineProps = { typing: ReadonlyMap<string, boolean>; online: readonly OnlineUser[] }

/**
 * The line that says who is typing. It keeps its height while empty, so that messages do not move. Screen readers skip it: it
 * would never stop talking.
 */
function TypingLine({ typing, online }: TypingLineProps) {
  const { id: myId } = useMe()
  const names = online.filter(({ id, isTyping }) => id !== myId && (typing.get(id) ?? isTyping)).map(({ name }) => name)
  return <p className="h-6 truncate px-4 pt-0.5 sm:px-5 text-ink-soft text-sm">{typingText(names)}</p>
}
