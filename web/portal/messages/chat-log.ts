import { z } from 'zod'
import type { ChatMessage } from './chat-protocol.ts'

/**
 * Written here and not acknowledged yet. Its id goes with it, so that sending it twice stores it once. What the server
 * refused is not sent again by itself.
 */
const outgoingMessage = z.object({
  clientId: z.string(),
  content: z.string(),
  writtenAt: z.string(),
  isRefused: z.literal(true).optional(),
})
export type OutgoingMessage = z.output<typeof outgoingMessage>

const outgoingDraft = z.object({ outgoing: z.array(outgoingMessage) })

/** What was on its way when the page was left. */
export const readOutgoing = (draft: unknown): OutgoingMessage[] => outgoingDraft.safeParse(draft).data?.outgoing ?? []

/**
 * The room as this tab knows it: what the server has acknowledged, in the server's order, and what is still on its way.
 */
export type ChatLog = { messages: readonly ChatMessage[]; outgoing: readonly OutgoingMessage[] }

/** Adds what came by the socket or with the history; each message once, however often it comes. */
export function merge({ messages, outgoing }: ChatLog, arrived: readonly ChatMessage[]): ChatLog {
  const byId = new Map([...messages, ...arrived].map((message) => [message.id, message]))
  const acknowledged = new Set(arrived.map(({ metadata }) => metadata.clientId))
  return {
    messages: [...byId.values()].sort(inOrder),
    outgoing: outgoing.filter(({ clientId }) => !acknowledged.has(clientId)),
  }
}

/** Adds what was written here, at the end. */
export const write = ({ messages, outgoing }: ChatLog, message: OutgoingMessage): ChatLog => ({
  messages,
  outgoing: [...outgoing, message],
})

/** The server answers in the order of what was sent: what it refused is the first that waits for an answer. */
export function refuseFirst({ messages, outgoing }: ChatLog): ChatLog {
  const refused = outgoing.find(({ isRefused }) => !isRefused)
  return {
    messages,
    outgoing: outgoing.map((message) => (message === refused ? { ...message, isRefused: true } : message)),
  }
}

/** Gives up what is not stored yet. */
export const discard = ({ messages, outgoing }: ChatLog, clientId: string): ChatLog => ({
  messages,
  outgoing: outgoing.filter((message) => message.clientId !== clientId),
})

/** By the database's clock alone, which is the same for everybody; the id settles messages of the same moment. */
function inOrder(a: ChatMessage, b: ChatMessage) {
  const between = Date.parse(a.created_at) - Date.parse(b.created_at)
  // Below the millisecond Date knows nothing, and the text of the same server's times sorts as they do.
  return between || compare(a.created_at, b.created_at) || compare(a.id, b.id)
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
