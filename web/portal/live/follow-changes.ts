import type { RealtimeChannel } from '@supabase/supabase-js'
import { doubtToken, supabase } from '../../lib/supabase.ts'
import type { staleAfter } from '../writes/stale-after.ts'
import { gathered } from './gathered.ts'

/** The tables whose changes are told: those of the publication `supabase_realtime` (supabase/migrations). */
export const followedTables = [
  'clients',
  'client_notes',
  'projects',
  'project_notes',
  'project_updates',
  'client_update_attachments',
  'client_links',
  'client_link_openings',
  'update_answers',
  'client_mails',
  'contact_submissions',
  'notices',
  'chat_messages',
] as const satisfies readonly (keyof typeof staleAfter)[]

type FollowedTable = (typeof followedTables)[number]

/** The first change is shown at once, and many of them together: an import of a colleague's is no thousand requests. */
const PAUSE_MS = 500

/**
 * Calls back with the tables that somebody has changed, and with all of them after a connection that was lost: what
 * happened meanwhile was not heard. Returns how to stop.
 */
export function followChanges(onChange: (tables: readonly FollowedTable[]) => void): () => void {
  const { tell, stop } = gathered(onChange, PAUSE_MS)
  let isOver = false
  let leave: (() => void) | undefined
  void supabase().then(async (client) => {
    // The first join would otherwise come without the session, and the row policies let nobody see anything.
    await client.realtime.setAuth()
    if (isOver) return
    const channel = client.channel('changes')
    for (const table of followedTables) {
      channel.on('postgres_changes', { event: '*', schema: 'public', table }, () => tell([table]))
    }
    subscribe(channel, {
      onReturn: () => tell(followedTables),
      // The server shows out whose session has ended: then this tab asks whether its own has.
      onShownOut: () => !isOver && doubtToken(),
    })
    leave = () => void client.removeChannel(channel)
  })
  return () => {
    isOver = true
    stop()
    leave?.()
  }
}

function subscribe(channel: RealtimeChannel, { onReturn, onShownOut }: { onReturn(): void; onShownOut(): void }) {
  let wasJoined = false
  channel.subscribe((status) => {
    if (status === 'CLOSED') onShownOut()
    if (status !== 'SUBSCRIBED') return
    if (wasJoined) onReturn()
    wasJoined = true
  })
}
