import { RECONNECT_DELAY_MS } from './chat-connection.ts'
import { type ChatLog, forgetUpTo, gapsOf, mergeAll, mergeMissedChanges } from './chat-log.ts'
import { HISTORY_LIMIT, loadChanged, loadHistory } from './chat-queries.ts'

/**
 * The largest gap of missed messages that is filled at once. After a longer absence older messages are loaded by scrolling.
 */
const MAX_MISSING = 2_000

/** A change of the chat log, returned once the messages for it have loaded. */
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
  if (to - from >= MAX_MISSING) return (later) => forgetUpTo(later, to)
  const count = Math.min(HISTORY_LIMIT, to - from + 1)
  const messages = await load({ upTo: to, most: count })
  const oldest = messages.length < count ? 1 : (messages[0]?.number ?? 1)
  return (later) => mergeAll(later, messages, { from: oldest, to })
}

/** The delay before a gap is filled: two servers may deliver messages in another order than they were stored. */
const PATIENCE_MS = 300

type MissedMessagesOptions = {
  log: () => ChatLog
  onUpdate: (update: LogUpdate) => void
  /** Called after a failure, which is retried automatically. */
  onFailure: () => void
}

/** Loads missing messages until there is no gap (docs/specification/messages.md#missed-messages). */
export class MissedMessages {
  readonly #options: MissedMessagesOptions
  /** The number of the latest round of loading; earlier rounds stop. */
  #round = 0
  #isFetching = false
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(options: MissedMessagesOptions) {
    this.#options = options
  }

  /** Fills gaps in the message numbers, if any remain after a short delay. */
  check(): void {
    if (this.#isFetching || gapsOf(this.#options.log()).length === 0) return
    this.#isFetching = true
    this.#timer = setTimeout(() => void this.fetch(), PATIENCE_MS)
  }

  /** Runs `first`, then fills all gaps in the message numbers; retries until it succeeds. */
  async fetch(first = async (_isOver: () => boolean) => {}): Promise<void> {
    clearTimeout(this.#timer)
    this.#round += 1
    const round = this.#round
    const isOver = () => round !== this.#round
    const { log, onUpdate, onFailure } = this.#options
    this.#isFetching = true
    try {
      await first(isOver)
      while (!isOver()) {
        const update = await loadMissing(log())
        if (isOver()) return
        if (!update) break
        onUpdate(update)
      }
      if (!isOver()) this.#isFetching = false
    } catch (error) {
      console.info('The chat history did not load:', error)
      if (isOver()) return
      onFailure()
      this.#timer = setTimeout(() => void this.fetch(first), RECONNECT_DELAY_MS)
    }
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#round += 1
    this.#isFetching = false
  }
}
