import { type ChatLog, forgetUpTo, gapsOf, mergeAll, mergeMissedChanges } from './chat-log.ts'
import { HISTORY_LIMIT, loadChanged, loadHistory } from './chat-queries.ts'

/** The largest gap that is filled. After a longer absence older messages are loaded like all earlier ones, by scrolling. */
const MOST_MISSING = 2_000

/** A change of the log, once the messages for it have loaded. */
export type LogUpdate = (log: ChatLog) => ChatLog

/** Loads the latest messages after the known ones, and changes of the known ones. */
export async function loadLatest(
  { messages: known, changesMissedSince }: ChatLog,
  load = loadHistory,
  loadMissedChanges = loadChanged,
): Promise<LogUpdate> {
  const after = known.at(-1)?.number ?? 0
  const [messages, changed] = await Promise.all([
    load({ after }),
    changesMissedSince === undefined ? [] : loadMissedChanges(changesMissedSince),
  ])
  const from = messages.length < HISTORY_LIMIT ? after + 1 : (messages[0]?.number ?? 1)
  const to = messages.at(-1)?.number ?? 0
  return (log) => mergeMissedChanges(mergeAll(log, messages, { from, to }), changed)
}

/** Loads the latest messages known to be missing; undefined if there are none. */
export async function loadMissing(log: ChatLog, load = loadHistory): Promise<LogUpdate | undefined> {
  const gap = gapsOf(log).at(-1)
  if (!gap) return undefined
  const { from, to } = gap
  if (to - from >= MOST_MISSING) return (later) => forgetUpTo(later, to)
  const count = Math.min(HISTORY_LIMIT, to - from + 1)
  const messages = await load({ upTo: to, most: count })
  const oldest = messages.length < count ? 1 : (messages[0]?.number ?? 1)
  return (later) => mergeAll(later, messages, { from: oldest, to })
}
