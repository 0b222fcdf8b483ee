import { setTimeout as sleep } from 'node:timers/promises'
import { type ChatConnection, type Frame, openChat, RECONNECT_DELAY_MS } from './chat-connection.ts'
import { HISTORY_LIMIT, inOrder, latestGap, loadChanged, loadHistory, type Message, missingIn } from './chat-history.ts'
import type { Colleague } from './sign-in-staff.ts'

const ACKNOWLEDGE_LIMIT_MS = 10_000
/** The pause before missing messages are loaded, as in web/portal/messages/chat.ts. */
const GAP_WAIT_MS = 300
const GATHERED_MS = 2_000
/** The pause of a person whose message was refused for its rate, before they press "Send again". */
const REFUSED_PAUSE_MS = 5_000

type Outgoing = { clientId: string; content: string; isRefused: boolean }

/**
 * A simulated person at the messages screen: behaves like web/portal/messages/chat.ts, and records how each message
 * arrived. `onSeen` is called once for every message that appears, and says whether it came by the socket or from the
 * history.
 */
export class ChatPerson {
  readonly id: string
  /** Messages by id, merged as in the portal. */
  readonly seen = new Map<string, Message>()
  /** The people whom this person sees online. */
  readonly online = new Set<string>()
  /** The clientIds of messages that had to be sent again. */
  readonly sentAgain = new Set<string>()
  readonly counts = { connections: 0, toldAgain: 0, refused: 0, historyFailures: 0 }
  readonly #supabase: Colleague['supabase']
  readonly #onSeen: (message: Message, isTold: boolean) => void
  readonly #connection: ChatConnection
  #outgoing: Outgoing[] = []
  /** Messages that were sent over the current connection. */
  readonly #posted = new Set<Outgoing>()
  /** The highest message number that this person has heard of. */
  #lastNumber = 0
  /** The number of the latest round of loading, the only one that counts. */
  #round = 0
  #isFetching = false
  #gathered: NodeJS.Timeout | undefined
  #retry: NodeJS.Timeout | undefined
  #unanswered: { message: Outgoing; timer: NodeJS.Timeout } | undefined
  #asked = 0

  constructor(url: string, { id, token, supabase }: Colleague, onSeen: (message: Message, isTold: boolean) => void) {
    this.id = id
    this.#supabase = supabase
    this.#onSeen = onSeen
    this.#connection = openChat(url, token, {
      onLost: () => {
        this.#posted.clear()
        this.#awaitAnswer()
      },
      onFrame: (frame) => this.#hear(frame),
    })
  }

  /** Messages that this person wrote and that are not acknowledged yet. */
  get outgoing(): readonly Outgoing[] {
    return this.#outgoing
  }

  /** The number of messages that this person knows to be missing. */
  get missing(): number {
    return missingIn(this.seen.values(), this.#lastNumber)
  }

  isConnected = () => this.#connection.isWelcome()

  say(clientId: string, content: string): void {
    const message = { clientId, content, isRefused: false }
    this.#outgoing.push(message)
    this.#post(message)
  }

  type(isTyping: boolean): void {
    this.#connection.send({ type: 'typing', isTyping })
  }

  leave(): void {
    clearTimeout(this.#gathered)
    clearTimeout(this.#retry)
    clearTimeout(this.#unanswered?.timer)
    this.#connection.close()
  }

  #hear(frame: Frame) {
    switch (frame.type) {
      case 'auth_success':
        this.counts.connections += 1
        this.#lastNumber = Math.max(this.#lastNumber, frame.lastNumber)
        this.#refreshPeople()
        return void this.#fetch(true)
      case 'new_message':
        if (this.seen.has(frame.message.id)) this.counts.toldAgain += 1
        this.#merge([frame.message], true)
        return this.#lookForGaps()
      case 'user_joined':
      case 'user_left':
        return this.#askWhoIsOnline()
      case 'error':
        return this.#refuseFirst()
    }
  }

  #merge(arrived: readonly Message[], isTold: boolean): void {
    for (const message of arrived) {
      if (this.seen.has(message.id)) continue
      this.seen.set(message.id, message)
      this.#onSeen(message, isTold)
    }
    this.#lastNumber = Math.max(this.#lastNumber, ...arrived.map(({ number }) => number))
    const acknowledged = new Set(arrived.map(({ metadata }) => metadata.clientId))
    this.#outgoing = this.#outgoing.filter(({ clientId }) => !acknowledged.has(clientId))
    this.#awaitAnswer()
  }

  #refuseFirst(): void {
    this.counts.refused += 1
    const refused = this.#outgoing.find(({ isRefused }) => !isRefused)
    if (!refused) return
    refused.isRefused = true
    this.#awaitAnswer()
    void sleep(REFUSED_PAUSE_MS).then(() => {
      if (!this.#outgoing.includes(refused)) return
      refused.isRefused = false
      this.#outgoing = [...this.#outgoing.filter((other) => other !== refused), refused]
      this.#postAgain(refused)
    })
  }

  #lookForGaps(): void {
    if (this.#isFetching || this.missing === 0) return
    this.#isFetching = true
    this.#retry = setTimeout(() => void this.#fetch(false), GAP_WAIT_MS)
  }

  async #fetch(isWelcome: boolean): Promise<void> {
    clearTimeout(this.#retry)
    this.#round += 1
    const round = this.#round
    this.#isFetching = true
    try {
      if (isWelcome) {
        const latest = await this.#loadLatest()
        if (round !== this.#round) return
        const unanswered = this.#outgoing.filter((message) => !message.isRefused && !this.#posted.has(message))
        this.#merge(latest, false)
        for (const message of unanswered) this.#postAgain(message)
      }
      for (let gap = this.#gap(); gap; gap = this.#gap()) {
        const missed = await loadHistory(this.#supabase, {
          upTo: gap.to,
          most: Math.min(HISTORY_LIMIT, gap.to - gap.from + 1),
        })
        if (round !== this.#round) return
        this.#merge(missed, false)
      }
      this.#isFetching = false
    } catch {
      if (round !== this.#round) return
      this.counts.historyFailures += 1
      this.#retry = setTimeout(() => void this.#fetch(isWelcome), RECONNECT_DELAY_MS)
    }
  }

  async #loadLatest(): Promise<Message[]> {
    const last = [...this.seen.values()].sort(inOrder).at(-1)
    const [latest] = await Promise.all([
      loadHistory(this.#supabase, { after: last?.number ?? 0 }),
      last && loadChanged(this.#supabase, last.created_at),
    ])
    return latest
  }

  #gap = () => latestGap(this.seen.values(), this.#lastNumber)

  #refreshPeople(): void {
    const loadReads = () => void this.#supabase.rpc('chat_reads', undefined, { get: true }).then()
    const isBack = this.counts.connections > 1
    if (isBack) this.#askWhoIsOnline()
    else void this.#refreshOnline()
    setTimeout(loadReads, isBack ? Math.random() * GATHERED_MS : 0)
  }

  #askWhoIsOnline(): void {
    this.#gathered ??= setTimeout(() => void this.#refreshOnline(), (GATHERED_MS * (1 + Math.random())) / 2)
  }

  /** Loads the people online; of several requests the latest answer counts. */
  async #refreshOnline(): Promise<void> {
    clearTimeout(this.#gathered)
    this.#gathered = undefined
    this.#asked += 1
    const mine = this.#asked
    const columns = 'user_id, is_typing, user_profiles(display_name, avatar_url)'
    const all = this.#supabase.from('user_presence').select(columns)
    const { data } = await all.eq('room_id', 'general').eq('is_online', true)
    if (!data || mine !== this.#asked) return
    this.online.clear()
    for (const { user_id } of data) this.online.add(user_id)
  }

  #post(message: Outgoing): void {
    const { clientId, content } = message
    const frame = { type: 'message', content, messageType: 'text', metadata: { clientId } } as const
    if (this.#connection.send(frame)) this.#posted.add(message)
    this.#awaitAnswer()
  }

  #postAgain(message: Outgoing): void {
    this.sentAgain.add(message.clientId)
    this.#post(message)
  }

  /**
   * Restarts a connection on which the same message has waited too long for its acknowledgement, since it is silently
   * dead.
   */
  #awaitAnswer(): void {
    const first = this.isConnected() ? this.#outgoing.find(({ isRefused }) => !isRefused) : undefined
    if (first === this.#unanswered?.message) return
    clearTimeout(this.#unanswered?.timer)
    const restart = () => this.#connection.restart()
    this.#unanswered = first && { message: first, timer: setTimeout(restart, ACKNOWLEDGE_LIMIT_MS) }
  }
}
