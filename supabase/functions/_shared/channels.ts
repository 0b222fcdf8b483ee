import { createClient } from '@supabase/supabase-js'
import { secretKey } from './api-keys.ts'
import { openHostChannel, requireEnv } from './runtime.ts'

/** A channel that connects the instances of one function: messages reach the other instances, not the sender. */
export type Channel = {
  /** Resolves once the message has left this process. Never rejects. */
  send(message: unknown): Promise<void>
  close(): void
}

export type ChannelEvents = {
  onMessage(message: unknown): void
  /** Called when messages may have been lost: the connection was down for a while. */
  onGap(): void
}

/**
 * Opens a channel between processes: our own server provides them; on hosted Supabase they are private Realtime
 * channels, which only the service key may use unless a policy on realtime.messages says otherwise. Resolves once the
 * channel receives everything.
 */
export const openChannel: (name: string, events: ChannelEvents) => Promise<Channel> =
  openHostChannel ?? openRealtimeChannel

/** Receives messages of the database: `realtime.send(…, 'message', name, true)`, for instance in a trigger. */
export const openDatabaseChannel: typeof openChannel = openRealtimeChannel

async function openRealtimeChannel(name: string, { onMessage, onGap }: ChannelEvents): Promise<Channel> {
  const key = secretKey()
  const supabase = createClient(requireEnv('SUPABASE_URL'), key, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  })
  await supabase.realtime.setAuth(key)
  const channel = supabase.channel(name, { config: { private: true, broadcast: { ack: true } } })
  channel.on('broadcast', { event: 'message' }, ({ payload }) => onMessage(payload))
  const { promise: isOpen, resolve, reject } = Promise.withResolvers<void>()
  let wasLost = false
  channel.subscribe((status, error) => {
    if (status !== 'SUBSCRIBED') {
      wasLost = true
      return reject(error ?? new Error(`The channel ${name} is ${status}.`))
    }
    if (wasLost) onGap()
    wasLost = false
    resolve()
  })
  const close = () => void supabase.removeChannel(channel).finally(() => supabase.realtime.disconnect())
  await isOpen.catch((error) => {
    close()
    throw error
  })
  return {
    async send(message) {
      await channel.send({ type: 'broadcast', event: 'message', payload: message }).catch(() => undefined)
    },
    close,
  }
}
