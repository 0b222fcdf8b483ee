import { randomUuid } from '../../lib/random-uuid.ts'
import { z } from '../../lib/zod.ts'
import type { ChatMessage, ClientFrame } from './chat-protocol.ts'
import { type MessageFile, messageFile } from './message-file.ts'

/**
 * A message that was written in this tab and is not acknowledged yet. Its id makes the server store a repeated frame once. A
 * refused message is not sent again automatically.
 */
const outgoingMessage = z.object({
  clientId: z.string(),
  content: z.string(),
  files: z.array(messageFile).optional(),
  writtenAt: z.string(),
  /** The chat's reason. */
  refusal: z.string().optional(),
})
export type OutgoingMessage = z.output<typeof outgoingMessage>

export const newMessage = (content: string, files: readonly MessageFile[]): OutgoingMessage => ({
  clientId: randomUuid(),
  content,
  writtenAt: new Date().toISOString(),
  ...(files.length > 0 && { files: [...files] }),
})

export const asSent = ({ clientId, content, files }: OutgoingMessage): ClientFrame => ({
  type: 'message',
  content,
  messageType: 'text',
  metadata: { clientId, ...(files && { files }) },
})

const outgoingDraft = z.object({ outgoing: z.array(outgoingMessage) })

/** Reads the unacknowledged messages that an earlier page has left in a draft. */
export const readOutgoing = (draft: unknown): OutgoingMessage[] => outgoingDraft.safeParse(draft).data?.outgoing ?? []

/** A range of message numbers, both ends included. */
export type Range = { from: number; to: number }

/** The chat room as this tab knows it: the acknowledged messages in the server's order, and those on their way. */
export type ChatLog = {
  messages: readonly ChatMessage[]
  outgoing: readonly OutgoingMessage[]
  /** The highest message number that the server is known to have. */
  lastNumber: number
  /** Numbers of erased messages. */
  gone: ReadonlySet<number>
  /** The server time since when changes of messages may have been missed; undefined once they are loaded. */
  changesMissedSince: number | undefined
}

export const emptyLog = (outgoing: readonly OutgoingMessage[] = []): ChatLog => ({
  messages: [],
  outgoing,
  lastNumber: 0,
  gone: new Set(),
  changesMissedSince: undefined,
})

/** Adds messages from the socket or the history; repeated ones are merged. */
export function merge(log: ChatLog, arrived: readonly ChatMessage[]): ChatLog {
  const acknowledged = new Set(arrived.map(({ metadata }) => metadata.clientId))
  const messages = isNext(log.messages, arrived) ? [...log.messages, ...arrived] : sorted(log.messages, arrived)
  return {
    ...log,
    messages,
    outgoing: log.outgoing.filter(({ clientId }) => !acknowledged.has(clientId)),
    lastNumber: Math.max(log.lastNumber, messages.at(-1)?.number ?? 0),
    // An erased message may have been restored.
    gone: without(log.gone, arrived),
  }
}

function without(gone: ReadonlySet<number>, arrived: readonly ChatMessage[]): ReadonlySet<number> {
  const here = new Set(arrived.map(({ number }) => number))
  return new Set([...gone].filter((number) => !here.has(number)))
}

/** Whether all arrived messages follow the known ones in order, as a new message nearly always does. */
const isNext = (messages: readonly ChatMessage[], arrived: readonly ChatMessage[]) =>
  arrived.every(({ number }, index) => number > ((arrived[index - 1] ?? messages.at(-1))?.number ?? 0))

function sorted(messages: readonly ChatMessage[], arrived: readonly ChatMessage[]): ChatMessage[] {
  const byId = new Map(messages.map((message) => [message.id, message]))
  for (const message of arrived) byId.set(message.id, later(byId.get(message.id) ?? message, message))
  return [...byId.values()].sort((a, b) => a.number - b.number)
}

/** Picks the newer version of a message: a loaded one may be older than one from the socket. */
const later = (known: ChatMessage, arrived: ChatMessage) => (changedAt(known) > changedAt(arrived) ? known : arrived)

const changedAt = ({ created_at, edited_at, deleted_at }: ChatMessage) =>
  Date.parse(deleted_at ?? edited_at ?? created_at)

/** Applies missed changes to the known messages. */
export function mergeMissedChanges(log: ChatLog, changed: readonly ChatMessage[]): ChatLog {
  const here = new Set(log.messages.map(({ id }) => id))
  const known = changed.filter(({ id }) => here.has(id))
  return { ...merge(log, known), changesMissedSince: undefined }
}

/** Adds all messages that the server has in a range: numbers missing among them were erased. */
export function mergeAll(log: ChatLog, arrived: readonly ChatMessage[], { from, to }: Range): ChatLog {
  const merged = merge(log, arrived)
  const gone = new Set(merged.gone)
  for (const gap of gapsOf(merged)) {
    for (let number = Math.max(gap.from, from); number <= Math.min(gap.to, to); number += 1) gone.add(number)
  }
  return { ...merged, gone }
}

/** Notes the highest message number on the server. From now on the socket brings new messages and changes. */
export const noteLastNumber = (log: ChatLog, lastNumber: number): ChatLog => ({
  ...log,
  lastNumber: Math.max(log.lastNumber, lastNumber),
  changesMissedSince: log.changesMissedSince ?? lastMomentOf(log),
})

/** The time of the last known message or change. */
const lastMomentOf = ({ messages }: ChatLog) =>
  messages.length === 0 ? undefined : messages.reduce((last, message) => Math.max(last, changedAt(message)), 0)

/** Counts the missing messages between the oldest known one and the last by their numbers. */
export function missingIn({ messages, lastNumber, gone }: ChatLog): number {
  const [oldest] = messages
  if (!oldest) return 0
  const erased = [...gone].filter((number) => number > oldest.number)
  return lastNumber - oldest.number + 1 - messages.length - erased.length
}

/** The ranges of missing messages, oldest first. */
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

/** The number up to which no message is missing. */
export const completeUpTo = (log: ChatLog) => (gapsOf(log)[0]?.from ?? log.lastNumber + 1) - 1

/** Drops all messages up to a number, as if they had not been loaded. */
export const forgetUpTo = (log: ChatLog, last: number): ChatLog => ({
  ...log,
  messages: log.messages.filter(({ number }) => number > last),
})

/** Appends a message that was written in this tab. */
export const addOutgoing = (log: ChatLog, message: OutgoingMessage): ChatLog => ({
  ...log,
  outgoing: [...log.outgoing, message],
})

/** Marks the first waiting message as refused: the server answers in the order of the frames. */
export function refuseFirst(log: ChatLog, refusal: string): ChatLog {
  const refused = log.outgoing.find((message) => message.refusal === undefined)
  return {
    ...log,
    outgoing: log.outgoing.map((message) => (message === refused ? { ...message, refusal } : message)),
  }
}

/** Drops a message that is not stored yet. */
export const discard = (log: ChatLog, clientId: string): ChatLog => ({
  ...log,
  outgoing: log.outgoing.filter((message) => message.clientId !== clientId),
})
