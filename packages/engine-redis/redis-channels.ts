import type { Bus, BusChannel, BusEvents } from 'engine/feature'
import { listeners } from 'engine/feature'
import { z } from 'zod'
import { endsInTime, type RedisConnection } from './redis-connection.ts'

/** The content of a message in Redis after the sender's id: a channel message, or a notice that one was lost. */
const messageSchema = z.object({ message: z.unknown().optional(), isGap: z.boolean().optional() })
type ChannelMessage = z.infer<typeof messageSchema>

export type RedisChannels = ReturnType<typeof redisChannels>

/** Channels over Redis publish and subscribe. This process delivers its own messages at once and ignores their echo. */
export function redisChannels({ speaker, listener, named, isReady, lose }: RedisConnection) {
  const me = crypto.randomUUID()
  const heard = listeners()
  /** Channels on which a message was sent that other processes may have missed. */
  const unheard = new Set<string>()
  const inRedis = (channel: string) => named('channel', channel)
  const hear = receiveMessages(me, heard, inRedis('').length)

  /** Publishes a message. Callers do not wait for a Redis that has stopped answering. */
  async function publish(channel: string, saying: ChannelMessage): Promise<void> {
    const published = speaker.publish(inRedis(channel), me + JSON.stringify(saying))
    published.catch((error) => {
      unheard.add(channel)
      lose(error)
    })
    await endsInTime(published)
  }

  async function subscribe(channel: string) {
    // After a reconnect `reopen` subscribes again and reports the gap.
    if (!isReady()) return
    const subscribed = listener.subscribe(inRedis(channel), hear)
    if (await endsInTime(subscribed)) return
    subscribed.then(() => heard.tellOfGap(channel), lose)
  }

  function send(channel: string, message: unknown, from?: string) {
    heard.tell(channel, message, from)
    return publish(channel, { message })
  }

  return {
    async open(channel: string, events: BusEvents): Promise<BusChannel> {
      const here = heard.add(channel, events)
      await subscribe(channel)
      const close = () => {
        here.remove()
        if (!heard.has(channel)) listener.unsubscribe(inRedis(channel), hear).catch(lose)
      }
      return { send: (message) => send(channel, message, here.id), close }
    },

    send(channel: string, message: unknown) {
      void send(channel, message)
    },

    /** Subscribes again after a lost connection, and reports a gap in messages here and to other processes. */
    async reopen(): Promise<void> {
      const channels = heard.channels()
      if (channels.length > 0) await listener.subscribe(channels.map(inRedis), hear)
      // The Redis client subscribes again by itself; the answer to this PING comes after those subscriptions.
      await listener.ping()
      for (const channel of channels) heard.tellOfGap(channel)
      const missed = [...unheard]
      unheard.clear()
      for (const channel of missed) void publish(channel, { message: null, isGap: true })
    },
  } satisfies Pick<Bus, 'open' | 'send'> & { reopen(): Promise<void> }
}

/** Delivers messages of other processes; those of this process begin with its id `me` and are skipped. */
function receiveMessages(me: string, heard: ReturnType<typeof listeners>, prefixLength: number) {
  return (text: string, name: string) => {
    if (text.startsWith(me)) return
    const channel = name.slice(prefixLength)
    const { message, isGap } = readMessage(text.slice(me.length))
    if (isGap) heard.tellOfGap(channel)
    else heard.tell(channel, message)
  }
}

/** Reads a message; one that cannot be read counts as a gap. */
function readMessage(json: string): ChannelMessage {
  try {
    return messageSchema.parse(JSON.parse(json))
  } catch {
    return { isGap: true }
  }
}
