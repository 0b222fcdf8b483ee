import { z } from '../../lib/zod.ts'
import type { MessageFile } from './message-file.ts'

/** A message in the format of the socket and the table (docs/specification/messages.md#socket). */
export const chatMessage = z.object({
  id: z.string(),
  /** The message's position in the room; a skipped number is a missing message. */
  number: z.number(),
  sender_id: z.string().nullable(),
  content: z.string(),
  created_at: z.string(),
  edited_at: z.string().nullable(),
  deleted_at: z.string().nullable(),
  metadata: z.record(z.string(), z.unknown()),
  sender: z.object({ display_name: z.string().nullable(), avatar_url: z.string().nullable() }).nullable(),
})
export type ChatMessage = z.output<typeof chatMessage>

/** The frames that the chat function sends (docs/specification/messages.md#socket). */
const received = z.discriminatedUnion('type', [
  z.object({ type: z.literal('auth_success'), lastNumber: z.number(), now: z.string().optional() }),
  z.object({ type: z.literal('new_message'), message: chatMessage }),
  z.object({ type: z.literal('message_changed'), message: chatMessage }),
  z.object({ type: z.literal('change_refused'), messageId: z.string(), message: z.string() }),
  z.object({ type: z.literal('user_joined') }),
  z.object({ type: z.literal('user_left') }),
  z.object({ type: z.literal('user_typing'), userId: z.string(), isTyping: z.boolean() }),
  z.object({ type: z.literal('seen'), seen: z.array(z.object({ userId: z.string(), upTo: z.number() })) }),
  z.object({ type: z.literal('come_back') }),
  z.object({ type: z.literal('token_expired') }),
  z.object({ type: z.literal('error'), message: z.string() }),
])
export type ServerFrame = z.output<typeof received>

/** The chat frames that the browser sends. */
export type ClientFrame =
  | { type: 'auth'; token: string; roomId: string }
  | { type: 'message'; content: string; messageType: 'text'; metadata: { clientId: string; files?: MessageFile[] } }
  | { type: 'typing'; isTyping: boolean }
  | { type: 'seen'; upTo: number }
  | MessageChange

/** An edit or a deletion of one's own message. */
export type MessageChange = { type: 'edit'; messageId: string; content: string } | { type: 'delete'; messageId: string }

/** Parses a frame of the chat; undefined for a type that this version of the screen does not know. */
export function readFrame(data: unknown): ServerFrame | undefined {
  if (typeof data !== 'string') return undefined
  try {
    return received.safeParse(JSON.parse(data)).data
  } catch {
    return undefined
  }
}
