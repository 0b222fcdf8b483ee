import type { Write } from '../editing/use-write.ts'
import { catalogue } from '../toast-catalogue.ts'
import type { Chat } from './chat.ts'
import type { Change } from './chat-protocol.ts'

const { editFailed, deletionFailed } = catalogue.messages

export const editMessage = (chat: Chat): Write<Change> => ({
  mutationFn: chat.change,
  meta: { failed: editFailed, refresh: ['chat_messages'] },
})

export const deleteMessage = (chat: Chat): Write<Change> => ({
  mutationFn: chat.change,
  meta: { failed: deletionFailed, refresh: ['chat_messages'] },
})
