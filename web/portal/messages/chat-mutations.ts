import type { Write } from '../writes/use-write.ts'
import type { Chat } from './chat.ts'
import type { MessageChange } from './chat-protocol.ts'
import { messageToasts } from './message-toasts.ts'

const { editFailed, deletionFailed } = messageToasts

/** Edits or deletes a message of this person over the chat's socket, which tells everybody. */
export const changeMessage = (chat: Chat, type: MessageChange['type']): Write<MessageChange> => ({
  mutationFn: chat.change,
  meta: { failed: type === 'edit' ? editFailed : deletionFailed, refresh: ['chat_messages'] },
})
