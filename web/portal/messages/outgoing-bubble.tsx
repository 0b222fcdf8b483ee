import type { Chat } from './chat.ts'
import type { ConnectionState } from './chat-connection.ts'
import type { OutgoingMessage } from './chat-log.ts'
import { MessageBubble } from './message-bubble.tsx'
import { wordsBesideFiles } from './message-file.ts'
import { MessageFiles } from './message-files.tsx'

type OutgoingBubbleProps = { message: OutgoingMessage; chat: Chat; connection: ConnectionState }

/** A message that is not stored yet, with its state: sending, waiting or refused. */
export function OutgoingBubble(props: OutgoingBubbleProps) {
  const { content, files = [] } = props.message
  return (
    <MessageBubble
      speaker={undefined}
      continuesAuthor={false}
      content={wordsBesideFiles(content, files)}
      files={files.length > 0 && <MessageFiles files={files} />}
      footer={<Standing {...props} />}
    />
  )
}

function Standing({ message: { clientId, refusal }, chat, connection }: OutgoingBubbleProps) {
  if (refusal === undefined) return connection === 'connected' ? 'Sending...' : 'Waiting for the connection...'
  return (
    <span className="flex flex-wrap items-center justify-end gap-x-2 text-danger">
      Not sent. {refusal}
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
