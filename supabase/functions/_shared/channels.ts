import { createClient } from '@supabase/supabase-js'
import { secretKey } from './api-keys.ts'
import { openHostChannel, requireEnv } from './runtime.ts'

/** Reaches the same function wherever else it runs: what is sent arrives at the others, not at the sender. */
export type Channel = {
  /** Resolves once it is on its way, so that the end of this process would change nothing. Never rejects. */
  send(message: unknown): Promise<void>
  close(): void
}

export type ChannelEvents = {
  onMessage(message: unknown): void
  /** Messages may have been missed: the connection between the processes was lost for a while. */
  onGap(): void
}

/**
 * Our own server has channels between its processes; on hosted Supabase they are private ones of Realtime, which only
 * the service key may use as long as no policy on realtime.messages says otherwise. Resolves once it hears everything.
 */
export const openChannel: (name: string, events: ChannelEvents) => Promise<Channel> =
  openHostChannel ?? openRealtimeChannel

/** Hears what the database says to this function: `realtime.send(…, 'message', name, true)`, in a trigger for instance. */
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
