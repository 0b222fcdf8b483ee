import type { Write } from '../writes/use-write.ts'
import type { Chat } from './chat.ts'
import type { Change } from './chat-protocol.ts'
import { messageToasts } from './message-toasts.ts'

const { editFailed, deletionFailed } = messageToasts

/** Says what this person said otherwise, or takes it back. Everybody is told of it by the chat. */
export const changeMessage = (chat: Chat, type: Change['type']): Write<Change> => ({
  mutationFn: chat.change,
  meta: { failed: type === 'edit' ? editFailed : deletionFailed, refresh: ['chat_messages'] },
})
