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

/**
 * Calls back with the names of tables that somebody has changed. When the connection is there, for the first time or again,
 * it names all tables, since changes may have been missed. Returns a function that stops it.
 */
export function followChanges(onChange: (tables: readonly FollowedTable[]) => void): () => void {
  const { push, stop } = batchingThrottle(onChange, PAUSE_MS)
  let isOver = false
  let leave: (() => void) | undefined
  void wholeSupabase().then(async (client) => {
    // Realtime gets the session before the first join; without it row policies would hide every change.
    await client.realtime.setAuth()
    if (isOver) return
    const channel = client.channel('changes')
    for (const table of followedTables) {
      channel.on('postgres_changes', { event: '*', schema: 'public', table }, () => push([table]))
    }
    subscribe(channel, {
      onJoined: () => push(followedTables),
      // Realtime closes connections whose session has ended; this tab then checks its own session.
      onShownOut: () => !isOver && reportDoubtfulToken(),
    })
    leave = () => void client.removeChannel(channel)
  })
  return () => {
    isOver = true
    stop()
    leave?.()
  }
}

function subscribe(channel: RealtimeChannel, { onJoined, onShownOut }: { onJoined(): void; onShownOut(): void }) {
  channel.subscribe((status) => {
    if (status === 'CLOSED') onShownOut()
    if (status === 'SUBSCRIBED') onJoined()
  })
}
