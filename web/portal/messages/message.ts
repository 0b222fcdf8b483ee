import type { ChatMessage } from './chat-protocol.ts'

/** The period in which a message can be changed in milliseconds; the database enforces it. */
export const CHANGEABLE_MS = 10 * 60_000

/** Whether to offer an edit or a deletion: the message is the person's own, recent by the server's time, and not deleted. */
export const mayStillChange = ({ sender_id, created_at, deleted_at }: ChatMessage, myId: string, serverTime: number) =>
  sender_id === myId && deleted_at === null && serverTime - Date.parse(created_at) < CHANGEABLE_MS

/** The query parameter with the id of the message to show. */
export const MESSAGE_PARAMETER = 'message'

export const messagePath = (messageId: string) => `/dashboard/messages?${MESSAGE_PARAMETER}=${messageId}`
export const messageUrl = (messageId: string) => `${window.location.origin}${messagePath(messageId)}`
