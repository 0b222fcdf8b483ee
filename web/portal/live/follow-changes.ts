import type { RealtimeChannel } from '@supabase/supabase-js'
import { reportDoubtfulToken, wholeSupabase } from '../../lib/supabase.ts'
import type { staleQueriesByTable } from '../writes/stale-after.ts'
import { batchingThrottle } from './batching-throttle.ts'

/** The tables whose changes are broadcast: those of the publication `supabase_realtime` (supabase/migrations). */
export const followedTables = [
  'clients',
  'client_notes',
  'client_people',
  'projects',
  'project_notes',
  'project_steps',
  'project_updates',
  'client_update_attachments',
  'client_links',
  'client_link_openings',
  'update_answers',
  'client_mails',
  'client_requests',
  'client_secrets',
  'client_months',
  'calls',
  'contact_submissions',
  'notices',
  'chat_messages',
] as const satisfies readonly (keyof typeof staleQueriesByTable)[]

type FollowedTable = (typeof followedTables)[number]

/**
 * The pause in which changes are collected after the first: a colleague's import must not cause a thousand requests.
 */
const PAUSE_MS = 500

/** The delay before the channel is joined again after it was closed; it doubles while the channel does not last. */
const [FIRST_DELAY_MS, LONGEST_DELAY_MS] = [1_000, 60_000]

/** What Realtime says of a token that it does not accept, or accepts no longer. */
const TOKEN_REFUSED = /InvalidJWTToken/

/**
 * Calls back with the names of tables that somebody has changed. When the connection is there, for the first time or again,
 * it names all tables, since changes may have been missed. Returns a function that stops it.
 */
export function followChanges(onChange: (tables: readonly FollowedTable[]) => void): () => void {
  const { push, stop } = batchingThrottle(onChange, PAUSE_MS)
  let isOver = false
  let leave: (() => void) | undefined
  let rejoining: ReturnType<typeof setTimeout> | undefined
  let delayMs = FIRST_DELAY_MS

  async function join() {
    const client = await wholeSupabase()
    // Realtime gets the session before the join; without it row policies would hide every change.
    await client.realtime.setAuth()
    if (isOver) return
    const joinedAt = Date.now()
    const channel = client.channel('changes')
    for (const table of followedTables) {
      channel.on('postgres_changes', { event: '*', schema: 'public', table }, () => push([table]))
    }
    subscribe(channel, {
      onJoined: () => push(followedTables),
      onTokenRefused: () => void reportDoubtfulToken(),
      onClosed: () => void rejoin(Date.now() - joinedAt),
    })
    leave = () => void client.removeChannel(channel)
  }

  /** Realtime closes a channel whose token has ended, for good. This tab renews its session and opens another channel. */
  async function rejoin(lastedMs: number) {
    if (isOver) return
    await reportDoubtfulToken()
    if (isOver) return
    if (lastedMs > LONGEST_DELAY_MS) delayMs = FIRST_DELAY_MS
    rejoining = setTimeout(start, delayMs)
    delayMs = Math.min(2 * delayMs, LONGEST_DELAY_MS)
  }

  const start = () => void join().catch(() => rejoin(0))
  start()
  return () => {
    isOver = true
    stop()
    clearTimeout(rejoining)
    leave?.()
  }
}

type ChannelEvents = { onJoined(): void; onTokenRefused(): void; onClosed(): void }

function subscribe(channel: RealtimeChannel, { onJoined, onTokenRefused, onClosed }: ChannelEvents) {
  channel.subscribe((status, error) => {
    if (status === 'SUBSCRIBED') onJoined()
    // A channel that was refused is joined again by its client, with the renewed token.
    if (status === 'CHANNEL_ERROR' && TOKEN_REFUSED.test(error?.message ?? '')) onTokenRefused()
    if (status === 'CLOSED') onClosed()
  })
}
