import type { OutgoingMessage } from './chat-log.ts'
import { MessageBubble } from './message-bubble.tsx'
import type { Chat } from './use-chat.ts'

/** What was written here and is not stored yet, and how it stands with it. */
export function OutgoingBubble({ message, chat }: { message: OutgoingMessage; chat: Chat }) {
  return (
    <MessageBubble author={undefined} isMine content={message.content} footer={<Standing {...{ message, chat }} />} />
  )
}

function Standing({ message: { clientId, isRefused }, chat }: { message: OutgoingMessage; chat: Chat }) {
  if (!isRefused) return chat.state === 'connected' ? 'Sending...' : 'Waiting for the connection...'
  return (
    <span className="flex items-center gap-2 text-danger">
      Not sent.
      <Choice onClick={() => chat.sendAgain(clientId)}>Send again</Choice>
      <Choice onClick={() => chat.discard(clientId)}>Discard</Choice>
    </span>
  )
}

const Choice = ({ onClick, children }: { onClick: () => void; children: string }) => (
  <button type="button" onClick={onClick} className="min-h-6 cursor-pointer underline underline-offset-2">
    {children}
  </button>
)
