import { setTimeout as sleep } from 'node:timers/promises'
import { openChat, RECONNECT_DELAY_MS } from './chat-connection.ts'
import { catchUp, latestOf, type Message } from './chat-history.ts'
import type { Colleague } from './staff.ts'

const ACKNOWLEDGE_LIMIT_MS = 10_000
/** Somebody who is told to slow down waits so long before pressing "Send again". */
const REFUSED_PAUSE_MS = 5_000

type Outgoing = { clientId: string; content: string; isRefused: boolean }

/** What one person's screen shows, and how it came to. */
export interface ChatPerson {
  id: string
  /** By id, as the portal merges them. */
  seen: ReadonlyMap<string, Message>
  /** What they wrote and nobody acknowledged yet. */
  outgoing: readonly Outgoing[]
  /** Who they see online. */
  online: ReadonlySet<string>
  /** The clientIds of what did not get through the first time. */
  sentAgain: ReadonlySet<string>
  counts: { connections: number; toldAgain: number; refused: number; historyFailures: number }
  isConnected(): boolean
  say(clientId: string, content: string): void
  type(isTyping: boolean): void
  leave(): void
}

/**
 * Somebody at the messages screen: does what web/portal/messages/use-chat.ts does. `onSeen` is called once for every
 * message that appears, and says whether the socket told it, or else the history.
 */
export function enterChat(
  url: string,
  { id, token, supabase }: Colleague,
  onSeen: (message: Message, isTold: boolean) => void,
): ChatPerson {
  const seen = new Map<string, Message>()
  const online = new Set<string>()
  const sentAgain = new Set<string>()
  const counts = { connections: 0, toldAgain: 0, refused: 0, historyFailures: 0 }
  let outgoing: Outgoing[] = []
  /** What went out by the connection there is. */
  const posted = new Set<Outgoing>()
  /** The last that was seen before the pause whose messages are still missing. */
  let before: { last: Message | undefined } | undefined
  let retry: NodeJS.Timeout | undefined
  let patience: NodeJS.Timeout | undefined
  let waitingFor: Outgoing | undefined
  let asked = 0

  const connection = openChat(url, token, {
    onLost() {
      posted.clear()
      watch()
    },
    onFrame(frame) {
      switch (frame.type) {
        case 'auth_success':
          counts.connections += 1
          before ??= { last: latestOf(seen.values()) }
          void refreshOnline()
          return void afterWelcome(before)
        case 'new_message':
          if (seen.has(frame.message.id)) counts.toldAgain += 1
          return merge([frame.message], true)
        case 'user_joined':
        case 'user_left':
          return void refreshOnline()
        case 'error':
          return refuseFirst()
      }
    },
  })

  function merge(arrived: readonly Message[], isTold: boolean) {
    for (const message of arrived) {
      if (seen.has(message.id)) continue
      seen.set(message.id, message)
      onSeen(message, isTold)
    }
    const acknowledged = new Set(arrived.map(({ metadata }) => metadata.clientId))
    outgoing = outgoing.filter(({ clientId }) => !acknowledged.has(clientId))
    watch()
  }

  function refuseFirst() {
    counts.refused += 1
    const refused = outgoing.find(({ isRefused }) => !isRefused)
    if (!refused) return
    refused.isRefused = true
    watch()
    void sleep(REFUSED_PAUSE_MS).then(() => {
      if (!outgoing.includes(refused)) return
      refused.isRefused = false
      outgoing = [...outgoing.filter((other) => other !== refused), refused]
      postAgain(refused)
    })
  }

  async function afterWelcome(pause: { last: Message | undefined }) {
    clearTimeout(retry)
    try {
      const missed = await catchUp(supabase, pause.last)
      before = undefined
      const unanswered = outgoing.filter((message) => !message.isRefused && !posted.has(message))
      merge(missed, false)
      for (const message of unanswered) postAgain(message)
    } catch {
      counts.historyFailures += 1
      retry = setTimeout(() => void afterWelcome(pause), RECONNECT_DELAY_MS)
    }
  }

  /** The latest answer counts. */
  async function refreshOnline() {
    asked += 1
    const mine = asked
    const columns = 'user_id, is_typing, user_profiles(display_name, avatar_url)'
    const all = supabase.from('user_presence').select(columns)
    const { data } = await all.eq('room_id', 'general').eq('is_online', true)
    if (!data || mine !== asked) return
    online.clear()
    for (const { user_id } of data) online.add(user_id)
  }

  function post(message: Outgoing) {
    const { clientId, content } = message
    if (connection.send({ type: 'message', content, messageType: 'text', metadata: { clientId } })) posted.add(message)
    watch()
  }

  function postAgain(message: Outgoing) {
    sentAgain.add(message.clientId)
    post(message)
  }

  /** A connection on which the same message waits for so long is dead without saying so. */
  function watch() {
    const first = connection.isWelcome() ? outgoing.find(({ isRefused }) => !isRefused) : undefined
    if (first === waitingFor) return
    waitingFor = first
    clearTimeout(patience)
    if (first) patience = setTimeout(() => connection.restart(), ACKNOWLEDGE_LIMIT_MS)
  }

  return {
    id,
    seen,
    get outgoing() {
      return outgoing
    },
    online,
    sentAgain,
    counts,
    isConnected: connection.isWelcome,
    say(clientId, content) {
      const message = { clientId, content, isRefused: false }
      outgoing.push(message)
      post(message)
    },
    type: (isTyping) => connection.send({ type: 'typing', isTyping }),
    leave() {
      clearTimeout(retry)
      clearTimeout(patience)
      connection.close()
    },
  }
}
