import type { ChatMessage } from './chat-protocol.ts'

/** That of the database, which has the last word. */
export const CHANGEABLE_MS = 10 * 60_000

/** Whether it is worth offering: one's own, said a moment ago, and still there. */
export const mayStillChange = ({ sender_id, created_at, deleted_at }: ChatMessage, myId: string) =>
  sender_id === myId && deleted_at === null && Date.now() - Date.parse(created_at) < CHANGEABLE_MS

/** In the address of the screen: the message that it shows. */
export const MESSAGE = 'message'

export const placeOf = (messageId: string) => `/dashboard/messages?${MESSAGE}=${messageId}`
export const linkTo = (messageId: string) => `${window.location.origin}${placeOf(messageId)}`
