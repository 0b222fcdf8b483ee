import { z } from '../../lib/zod.ts'
import type { ChatMessage, Sent } from './chat-protocol.ts'
import { type MessageFile, messageFile } from './message-file.ts'

/**
 * Written here and not acknowledged yet. Its id goes with it, so that sending it twice stores it once. What the server
 * refused is not sent again by itself.
 */
const outgoingMessage = z.object({
  clientId: z.string(),
  content: z.string(),
  files: z.array(messageFile).optional(),
  writtenAt: z.string(),
  isRefused: z.literal(true).optional(),
})
export type OutgoingMessage = z.output<typeof outgoingMessage>

export const newMessage = (content: string, files: readonly MessageFile[]): OutgoingMessage => ({
  ...{ clientId: crypto.randomUUID(), content, writtenAt: new Date().toISOString() },
  ...(files.length > 0 && { files: [...files] }),
})

export const asSent = ({ clientId, content, files }: OutgoingMessage): Sent => ({
  ...{ type: 'message', content, messageType: 'text' },
  metadata: { clientId, ...(files && { files }) },
})

const outgoingDraft = z.object({ outgoing: z.array(outgoingMessage) })

/** What was on its way when the page was left. */
export const readOutgoing = (draft: unknown): OutgoingMessage[] => outgoingDraft.safeParse(draft).data?.outgoing ?? []

/** Numbers from the one to the other, both included. */
export type Range = { from: number; to: number }

/**
 * The room as this tab knows it: what the server has acknowledged, in the server's order, and what is still on its way.
 */
export type ChatLog = {
  messages: readonly ChatMessage[]
  outgoing: readonly OutgoingMessage[]
  /** Of all messages that the server is known to have. */
  lastNumber: number
  /** Numbers whose messages were erased. */
  gone: ReadonlySet<number>
  /** What became of the messages since then nobody told: a moment of the server's, until that is asked. */
  untoldSince: number | undefined
}

export const emptyLog = (outgoing: readonly OutgoingMessage[] = []): ChatLog => ({
  ...{ messages: [], outgoing, lastNumber: 0, gone: new Set(), untoldSince: undefined },
})

/** Adds what came by the socket or with the history; each message once, however often it comes. */
export function merge(log: ChatLog, arrived: readonly ChatMessage[]): ChatLog {
  const acknowledged = new Set(arrived.map(({ metadata }) => metadata.clientId))
  const messages = isNext(log.messages, arrived) ? [...log.messages, ...arrived] : sorted(log.messages, arrived)
  return {
    ...log,
    messages,
    outgoing: log.outgoing.filter(({ clientId }) => !acknowledged.has(clientId)),
    lastNumber: Math.max(log.lastNumber, messages.at(-1)?.number ?? 0),
    // What was erased may be brought back.
    gone: without(log.gone, arrived),
  }
}

function without(gone: ReadonlySet<number>, arrived: readonly ChatMessage[]): ReadonlySet<number> {
  const here = new Set(arrived.map(({ number }) => number))
  return new Set([...gone].filter((number) => !here.has(number)))
}

/** Whether they come after all that are here, in their order: a message that was just said, nearly always. */
const isNext = (messages: readonly ChatMessage[], arrived: readonly ChatMessage[]) =>
  arrived.every(({ number }, index) => number > ((arrived[index - 1] ?? messages.at(-1))?.number ?? 0))

function sorted(messages: readonly ChatMessage[], arrived: readonly ChatMessage[]): ChatMessage[] {
  const byId = new Map(messages.map((message) => [message.id, message]))
  for (const message of arrived) byId.set(message.id, later(byId.get(message.id) ?? message, message))
  return [...byId.values()].sort((a, b) => a.number - b.number)
}

/** What was loaded may be older than what was told meanwhile: of two the one that was changed last. */
const later = (known: ChatMessage, arrived: ChatMessage) => (changedAt(known) > changedAt(arrived) ? known : arrived)

const changedAt = ({ created_at, edited_at, deleted_at }: ChatMessage) =>
  Date.parse(deleted_at ?? edited_at ?? created_at)

/** Takes over what became of messages that are here while nobody told of it. */
export function mergeUntold(log: ChatLog, changed: readonly ChatMessage[]): ChatLog {
  const here = new Set(log.messages.map(({ id }) => id))
  const known = changed.filter(({ id }) => here.has(id))
  return { ...merge(log, known), untoldSince: undefined }
}

/** Adds all that the server has of a range: what is not among it was erased. */
export function mergeAll(log: ChatLog, arrived: readonly ChatMessage[], { from, to }: Range): ChatLog {
  const merged = merge(log, arrived)
  const gone = new Set(merged.gone)
  for (const gap of gapsOf(merged)) {
    for (let number = Math.max(gap.from, from); number <= Math.min(gap.to, to); number += 1) gone.add(number)
  }
  return { ...merged, gone }
}

/** Knows of messages up to this one, whether they have come or not, and is told from now on of what comes and changes. */
export const knowOf = (log: ChatLog, lastNumber: number): ChatLog => ({
  ...log,
  lastNumber: Math.max(log.lastNumber, lastNumber),
  untoldSince: log.untoldSince ?? lastMomentOf(log),
})

/** The last moment of which it is known what was said and changed. */
const lastMomentOf = ({ messages }: ChatLog) =>
  messages.length === 0 ? undefined : messages.reduce((last, message) => Math.max(last, changedAt(message)), 0)

/** How many messages are known to be missing, between the oldest that is here and the last there is: counted, and not looked for. */
export function missingIn({ messages, lastNumber, gone }: ChatLog): number {
  const [oldest] = messages
  if (!oldest) return 0
  const erased = [...gone].filter((number) => number > oldest.number)
  return lastNumber - oldest.number + 1 - messages.length - erased.length
}

/** What is known to be missing; oldest first. */
export function gapsOf(log: ChatLog): Range[] {
  const gaps: Range[] = []
  if (missingIn(log) === 0) return gaps
  const { messages, lastNumber, gone } = log
  const lack = (from: number, until: number) => {
    for (let number = from; number < until; number += 1) {
      const last = gaps.at(-1)
      if (gone.has(number)) continue
      if (last?.to === number - 1) last.to = number
      else gaps.push({ from: number, to: number })
    }
  }
  let next = messages[0]?.number ?? lastNumber + 1
  for (const { number } of messages) {
    lack(next, number)
    next = number + 1
  }
  lack(next, lastNumber + 1)
  return gaps
}

/** The last number up to which nothing is known to be missing. */
export const completeUpTo = (log: ChatLog) => (gapsOf(log)[0]?.from ?? log.lastNumber + 1) - 1

/** Gives up what came before a number: it is then further up than what is shown. */
export const forgetUpTo = (log: ChatLog, last: number): ChatLog => ({
  ...log,
  messages: log.messages.filter(({ number }) => number > last),
})

/** Adds what was written here, at the end. */
export const write = (log: ChatLog, message: OutgoingMessage): ChatLog => ({
  ...log,
  outgoing: [...log.outgoing, message],
})

/** The server answers in the order of what was sent: what it refused is the first that waits for an answer. */
export function refuseFirst(log: ChatLog): ChatLog {
  const refused = log.outgoing.find(({ isRefused }) => !isRefused)
  return {
    ...log,
    outgoing: log.outgoing.map((message) => (message === refused ? { ...message, isRefused: true } : message)),
  }
}

/** Gives up what is not stored yet. */
export const discard = (log: ChatLog, clientId: string): ChatLog => ({
  ...log,
  outgoing: log.outgoing.filter((message) => message.clientId !== clientId),
})
