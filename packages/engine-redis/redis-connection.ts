import { createClient } from '@redis/client'
import { ConfigError } from 'engine/feature'

const CONNECT_TIMEOUT_MS = 5_000
const MAX_RECONNECT_DELAY_MS = 1_000
/** The most commands to Redis that may wait for an answer; more are dropped. */
const MAX_PENDING_COMMANDS = 100_000
/** How long a person who joins a channel waits for Redis. */
const ANSWER_TIMEOUT_MS = 2_000

export type RedisConnection = Awaited<ReturnType<typeof connect>>

/**
 * Opens two connections to Redis, one for commands and one for subscriptions; both reconnect by themselves. Messages
 * during an outage are lost instead of waiting. Throws `ConfigError` if no Redis answers.
 */
export async function connect(url: string, name: string) {
  // The prefix of channels includes the database number: one Redis may serve several programs, and all of its databases
  // share the channels.
  const prefix = `${name}:${new URL(url).pathname.slice(1) || '0'}`
  let isConnected = false
  let isLost = false
  let onBack = async () => {}
  // A connection error at the start is reported to the operator; later the connection is tried again.
  const options = optionsFor(url, (tries) => isConnected && Math.min(50 * 2 ** tries, MAX_RECONNECT_DELAY_MS))
  const speaker = createClient(options)
  const listener = createClient(options)
  const both = [speaker, listener]
  for (const client of both) client.on('error', lose).on('ready', comeBack)
  await connectAll(both)
  isConnected = true

  return {
    speaker,
    listener,
    named: (kind: string, name: string) => `${prefix}:${kind}:${name}`,
    isReady,
    /** Throws if Redis does not execute a command. */
    async check() {
      if (!listener.isReady) throw new Error('The connection that listens is lost.')
      await speaker.ping()
    },
    /** The error handler for commands whose result is not awaited; after a reconnect everything is sent again. */
    lose,
    /** Records that Redis executes commands again, even after refusals without a lost connection. */
    answered() {
      if (isLost) comeBack()
    },
    /** Runs the work each time both connections are back. */
    whenBack(work: () => Promise<void>) {
      onBack = work
    },
    async close() {
      isConnected = false
      await closeAll(both)
    },
  }

  function isReady() {
    return speaker.isReady && listener.isReady
  }

  function lose(error: unknown) {
    if (!isConnected || isLost) return
    isLost = true
    console.warn(`Redis does not answer (${reasonOf(error)}): until it does, this process works on its own.`)
  }

  function comeBack() {
    if (!isConnected || !isReady()) return
    if (isLost) console.warn('Redis answers again.')
    isLost = false
    onBack().catch(lose)
  }
}

const optionsFor = (url: string, reconnectStrategy: (tries: number) => number | false) => ({
  url,
  disableOfflineQueue: true,
  commandsQueueMaxLength: MAX_PENDING_COMMANDS,
  socket: { connectTimeout: CONNECT_TIMEOUT_MS, reconnectStrategy },
})

type Client = Pick<ReturnType<typeof createClient>, 'isReady' | 'destroy'> &
  Record<'connect' | 'close', () => Promise<unknown>>

async function connectAll(clients: readonly Client[]) {
  try {
    await Promise.all(clients.map((client) => client.connect()))
  } catch (cause) {
    for (const client of clients) client.destroy()
    throw new ConfigError(`REDIS_URL should be the address of a Redis that answers: ${reasonOf(cause)}.`, { cause })
  }
}

/** Closes the connections to Redis after the last commands were sent. */
const closeAll = (clients: readonly Client[]) =>
  Promise.all(clients.map((client) => (client.isReady ? client.close() : client.destroy())))

/**
 * The message of a Redis error: for a host with several addresses, Node reports one error for each and no message of
 * its own.
 */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return reasonOf(error.errors[0])
  return error instanceof Error ? error.message : String(error)
}

/** Waits for the work, but only up to the time limit. Returns true when it finished in time. */
export async function endsInTime(work: Promise<unknown>): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const patience = setTimeout(resolve, ANSWER_TIMEOUT_MS, false)
  work.then(
    () => resolve(true),
    () => resolve(false),
  )
  const isDone = await promise
  clearTimeout(patience)
  return isDone
}
