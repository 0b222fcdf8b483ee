import { type ChatLog, forgetUpTo, gapsOf, mergeAll } from './chat-log.ts'
import { HISTORY_LIMIT, loadHistory } from './chat-queries.ts'

/** After a long absence more is not worth waiting for: what was known before is then further up, like all that is older. */
const MOST_MISSING = 2_000

/** A change of the log, once what it needs is here. */
export type Step = (log: ChatLog) => ChatLog

/** Loads the latest messages. */
export async function loadLatest(load = loadHistory): Promise<Step> {
  const messages = await load()
  const from = messages.length < HISTORY_LIMIT ? 1 : (messages[0]?.number ?? 1)
  const to = messages.at(-1)?.number ?? 0
  return (log) => mergeAll(log, messages, { from, to })
}

/** Loads the latest of what is known to be missing; undefined where nothing is. */
export async function loadMissing(log: ChatLog, load = loadHistory): Promise<Step | undefined> {
  const gap = gapsOf(log).at(-1)
  if (!gap) return undefined
  const { from, to } = gap
  if (to - from >= MOST_MISSING) return (later) => forgetUpTo(later, to)
  const count = Math.min(HISTORY_LIMIT, to - from + 1)
  const messages = await load(to, count)
  const oldest = messages.length < count ? 1 : (messages[0]?.number ?? 1)
  return (later) => mergeAll(later, messages, { from: oldest, to })
}
