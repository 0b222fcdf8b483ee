import { dropDraft, keepDraft, readDraft } from '../../lib/drafts.ts'
import { reportDoubtfulToken, wholeSupabase } from '../../lib/supabase.ts'
import { readProject } from '../../lib/supabase-project.ts'
import { AcknowledgementTimer } from './acknowledgement-timer.ts'
import { ChatConnection } from './chat-connection.ts'
import {
  addOutgoing,
  asSent,
  type ChatLog,
  discard,
  emptyLog,
  merge,
  mergeAll,
  newMessage,
  noteLastNumber,
  readOutgoing,
  refuseFirst,
} from './chat-log.ts'
import type { MessageChange, ServerFrame } from './chat-protocol.ts'
import { ROOM } from './chat-queries.ts'
import { type ChatState, stateAtFirst } from './chat-state.ts'
import { loadEarlier, loadLinked } from './earlier-messages.ts'
import { JitteredThrottle } from './jittered-throttle.ts'
import type { MessageFile } from './message-file.ts'
import { loadLatest, MissedMessages } from './missed-messages.ts'
import { Outbox } from './outbox.ts'
import { PendingChanges } from './pending-changes.ts'
import { ReadReceipts } from './read-receipts.ts'
import { ServerClock } from './server-clock.ts'

/** The chat of a person's agency, connected while it is open. Components subscribe to it. */
export class Chat {
  readonly clock = new ServerClock()
  readonly #draftKey: string
  readonly #onlineUsers: JitteredThrottle
  readonly #listeners = new Set<() => void>()
  #state: ChatState
  #connection: ChatConnection | undefined
  readonly #outbox = new Outbox(
    (message) => this.#connection?.send(asSent(message)) ?? false,
    () => this.#awaitAnswer(),
  )
  readonly #changes = new PendingChanges()
  readonly #missedMessages = new MissedMessages({
    log: () => this.#state.log,
    onUpdate: (update) => this.#changeLog(update),
    onFailure: () => this.#state.history === 'loading' && this.#change({ history: 'failed' }),
  })
  readonly #receipts = new ReadReceipts({
    onChange: (readPositions) => this.#change({ readPositions }),
    send: (upTo) => this.#connection?.send({ type: 'seen', upTo }) ?? false,
  })
  readonly #acknowledgement = new AcknowledgementTimer(() => this.#connection?.restart())

  constructor(draftKey: string, refreshOnlineUsers: () => void) {
    this.#draftKey = draftKey
    this.#onlineUsers = new JitteredThrottle(refreshOnlineUsers)
    this.#state = stateAtFirst(readOutgoing(readDraft(draftKey)))
  }

  subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  state = (): ChatState => this.#state

  /** Connects, and returns a function that closes the chat. */
  open = () => {
    const closing = new AbortController()
    const { signal } = closing
    const check = () => document.visibilityState === 'visible' && this.#connection?.check()
    window.addEventListener('online', check, { signal })
    window.addEventListener('offline', () => this.#connection?.restart(), { signal })
    document.addEventListener('visibilitychange', check, { signal })
    void this.#connect(signal)
    return () => {
      closing.abort()
      this.#onlineUsers.stop()
      this.#missedMessages.stop()
      this.#receipts.stop()
      this.#outbox.clear()
      this.#acknowledgement.awaits(undefined)
      this.#connection?.close()
      this.#connection = undefined
    }
  }

  reconnect = () => this.#connection?.reconnect()

  setTyping = (isTyping: boolean) => void this.#connection?.send({ type: 'typing', isTyping })

  /** Notes that this person has seen all messages up to a number. */
  saw = (upTo: number) => this.#receipts.markSeen(upTo)

  send = (content: string, files: readonly MessageFile[] = []) => {
    const message = newMessage(content, files)
    this.#changeLog((log) => addOutgoing(log, message))
    this.#outbox.put(message)
  }

  sendAgain = (clientId: string) => {
    const refused = this.#state.log.outgoing.find((message) => message.clientId === clientId)
    if (!refused) return
    const { refusal: _, ...message } = refused
    this.#changeLog((log) => addOutgoing(discard(log, clientId), message))
    this.#outbox.put(message)
  }

  discard = (clientId: string) => this.#changeLog((log) => discard(log, clientId))

  /** Edits or deletes a message of this person, and throws the reason if that fails. */
  change = (change: MessageChange): Promise<void> => this.#changes.add(change, this.#connection?.send(change) ?? false)

  /** Loads the messages before the oldest known one, when the reader scrolls up to it. */
  loadEarlier = async (): Promise<void> => {
    const { earlier, history, log } = this.#state
    const [oldest] = log.messages
    if (!oldest || history !== 'loaded' || earlier === 'loading' || earlier === 'none') return
    this.#change({ earlier: 'loading' })
    try {
      const { messages, isAll } = await loadEarlier(oldest.number)
      this.#changeLog((latest) => mergeAll(latest, messages, { from: 1, to: oldest.number }))
      this.#change({ earlier: isAll ? 'none' : 'there' })
    } catch (error) {
      console.info('Earlier messages did not load:', error)
      this.#change({ earlier: 'failed' })
    }
  }

  /** Loads the history to a linked message. Throws the text to show if that fails. */
  goBackTo = async (messageId: string): Promise<void> => {
    const { messages } = this.#state.log
    if (messages.some(({ id }) => id === messageId)) return
    const update = await loadLinked(messageId, messages)
    // Changes until the next connection are missed, so the moment from which they are asked for is noted before the merge.
    this.#changeLog((log) => update(this.#state.connection === 'connected' ? log : noteLastNumber(log, 0)))
  }

  async #connect(signal: AbortSignal): Promise<void> {
    const { supabaseUrl } = await readProject()
    if (signal.aborted) return
    this.#connection = new ChatConnection({
      url: `${supabaseUrl.replace(/^http/, 'ws')}/functions/v1/chat`,
      token: accessToken,
      roomId: ROOM,
      onState: (connection) => {
        if (connection !== 'connected') {
          this.#outbox.clear()
          this.#changes.rejectAll()
        }
        this.#change({ connection })
      },
      onTokenExpired: () => void reportDoubtfulToken(),
      onRefused: (message) => {
        console.info('The chat refused the connection:', message)
        // The request for the people online is repeated: if the session is over, its refusal leads to the sign-in page.
        this.#onlineUsers.runNow()
      },
      onFrame: (frame) => this.#hear(frame),
    })
  }

  #hear(frame: ServerFrame) {
    switch (frame.type) {
      case 'auth_success':
        this.clock.compare(frame.now)
        this.#change({ typing: new Map() })
        this.#onlineUsers.connected(this.#isBack())
        this.#receipts.connected(this.#isBack())
        this.#changeLog((log) => noteLastNumber(log, frame.lastNumber))
        // Waiting messages do not wait for the history, which may be slow or fail.
        this.#sendUnanswered()
        return this.#catchUp()
      case 'new_message':
        this.#changeLog((log) => merge(log, [frame.message]))
        return this.#missedMessages.check()
      case 'message_changed':
        this.#changeLog((log) => merge(log, [frame.message]))
        this.#changes.handle(frame)
        // A changed message from before the known ones leaves a gap.
        return this.#missedMessages.check()
      case 'change_refused':
        return this.#changes.handle(frame)
      case 'user_joined':
      case 'user_left':
        return this.#onlineUsers.request()
      case 'user_typing':
        return this.#change({ typing: new Map(this.#state.typing).set(frame.userId, frame.isTyping) })
      case 'seen':
        return this.#receipts.handle(frame)
      case 'error':
        console.info('The chat refused a frame:', frame.message)
        return this.#changeLog((log) => refuseFirst(log, frame.message))
    }
  }

  #isBack = () => this.#state.history === 'loaded'

  /** Loads missed messages. A history that never loaded is loaded from its end, whatever has arrived since. */
  #catchUp(): void {
    void this.#missedMessages.fetch(async (isOver) => {
      const step = await loadLatest(this.#isBack() ? this.#state.log : emptyLog())
      if (isOver()) return
      this.#changeLog(step)
      const { messages } = this.#state.log
      const isAll = messages.length === 0 || messages[0]?.number === 1
      this.#change({ history: 'loaded', ...(isAll && { earlier: 'none' }) })
    })
  }

  /**
   * Sends what was not acknowledged over an earlier connection, even if it was stored: the server that stored it may have died
   * before it told the others. The server stores a message once, however often it is sent.
   */
  #sendUnanswered(): void {
    for (const message of this.#state.log.outgoing) {
      if (message.refusal === undefined && !this.#outbox.has(message.clientId)) this.#outbox.put(message)
    }
  }

  #changeLog(next: (log: ChatLog) => ChatLog): void {
    const { log: before } = this.#state
    const log = next(before)
    if (log.outgoing.length > 0) keepDraft(this.#draftKey, { outgoing: log.outgoing })
    else dropDraft(this.#draftKey)
    // Messages that were dropped to avoid a gap count as earlier ones from then on.
    const isCut = (log.messages[0]?.number ?? 0) > (before.messages[0]?.number ?? Number.POSITIVE_INFINITY)
    this.#change({ log, ...(isCut && { earlier: 'there' }) })
  }

  #change(parts: Partial<ChatState>): void {
    this.#state = { ...this.#state, ...parts }
    this.#awaitAnswer()
    for (const listener of this.#listeners) listener()
  }

  /** Only messages that were sent over this connection are awaited: others may have to wait for their turn. */
  #awaitAnswer(): void {
    const { outgoing } = this.#state.log
    const first = outgoing.find(({ refusal, clientId }) => refusal === undefined && this.#outbox.hasPosted(clientId))
    this.#acknowledgement.awaits(first?.clientId)
  }
}

async function accessToken(): Promise<string | undefined> {
  const { data } = await (await wholeSupabase()).auth.getSession()
  return data.session?.access_token
}
