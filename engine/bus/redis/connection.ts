import { createClient } from '@redis/client'
import { ConfigError } from '../../kernel/config/config.ts'

const CONNECT_TIMEOUT_MS = 5_000
const LONGEST_PAUSE_MS = 1_000
/** More than that without an answer is not kept. */
const MOST_UNANSWERED = 100_000
/** How long somebody who enters a room is kept waiting for Redis. */
const PATIENCE_MS = 2_000

export type RedisConnection = Awaited<ReturnType<typeof connect>>

/**
 * A connection that speaks and one that only listens, as Redis wants it; both come back by themselves. While they are
 * away nothing waits for them: what is said then is lost. Throws `ConfigError` where no Redis answers.
 */
export async function connect(url: string, name: string) {
  // One Redis may serve others too; its channels do not even mind which database is chosen.
  const prefix = `${name}:${new URL(url).pathname.slice(1) || '0'}`
  let isConnected = false
  let isLost = false
  let onBack = async () => {}
  const options = {
    url,
    disableOfflineQueue: true,
    commandsQueueMaxLength: MOST_UNANSWERED,
    socket: {
      connectTimeout: CONNECT_TIMEOUT_MS,
      // Only at the start it is the operator who hears of it.
      reconnectStrategy: (tries: number) => isConnected && Math.min(50 * 2 ** tries, LONGEST_PAUSE_MS),
    },
  }
  const speaker = createClient(options)
  const listener = createClient(options)
  const both = [speaker, listener]
  for (const client of both) client.on('error', lose).on('ready', comeBack)
  try {
    await Promise.all(both.map((client) => client.connect()))
  } catch (cause) {
    for (const client of both) client.destroy()
    throw new ConfigError(`REDIS_URL should be the address of a Redis that answers: ${reasonOf(cause)}.`, { cause })
  }
  isConnected = true

  return {
    speaker,
    listener,
    named: (kind: string, name: string) => `${prefix}:${kind}:${name}`,
    isReady,
    /** Throws where it does not do what it is asked. */
    async check() {
      if (!listener.isReady) throw new Error('The connection that listens is lost.')
      await speaker.ping()
    },
    /** For what is not waited for; when Redis is back everything is made good. */
    lose,
    /** It does what it is asked, also where it refused before without the connection being lost. */
    answered() {
      if (isLost) comeBack()
    },
    /** What to do each time both are back. */
    whenBack(work: () => Promise<void>) {
      onBack = work
    },
    async close() {
      isConnected = false
      // Whatever was said last still goes out.
      await Promise.all(both.map((client) => (client.isReady ? client.close() : client.destroy())))
    },
  }

  function isReady() {
    return speaker.isReady && listener.isReady
  }

  function lose(error: unknown) {
    if (!isConnected || isLost) return
    isLost = true
    console.warn(`Redis does not answer (${reasonOf(error)}): until it does, this process serves its own people alone.`)
  }

  function comeBack() {
    if (!isConnected || !isReady()) return
    if (isLost) console.warn('Redis answers again.')
    isLost = false
    onBack().catch(lose)
  }
}

/** A name with several addresses fails with an error for each, and says nothing itself. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return reasonOf(error.errors[0])
  return error instanceof Error ? error.message : String(error)
}

/** Waits for the work, but not longer than a person would. True when it was done in time. */
export async function inTime(work: Promise<unknown>): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const patience = setTimeout(resolve, PATIENCE_MS, false)
  work.then(
    () => resolve(true),
    () => resolve(false),
  )
  const isDone = await promise
  clearTimeout(patience)
  return isDone
}
