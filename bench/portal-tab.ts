import type { Person } from './agencies.ts'
import type { Request } from './portal-requests.ts'
import { type Part, type Send, shell } from './portal-screens.ts'
import { type Admitted, enterChatRoom, followTables, inChatRoom } from './sockets.ts'

/** As web/portal/live/follow-changes.ts: many changes are one refresh. */
const PAUSE_MS = 500
const PATIENCE_MS = 20_000
const LIST = /^\/rest\/v1\/(clients|projects)\?.*limit=50/

/** What everybody noticed in a stretch of time; times in ms. */
export class Diary {
  readonly lists: number[] = []
  readonly others: number[] = []
  readonly writes: number[] = []
  /** From send to seen by whoever said it. */
  readonly messages: number[] = []
  readonly failures = new Map<string, number>()
  /** Of the reads, those that a colleague's change brought about. */
  refreshes = 0

  fail(why: string): void {
    this.failures.set(why, (this.failures.get(why) ?? 0) + 1)
  }
}

/** Somebody's tab of the portal: a screen, the connection that tells of changes, and the chat's while they are there. */
export class PortalTab {
  readonly me: Person
  readonly #url: string
  readonly #headers: Record<string, string>
  readonly #diary: () => Diary
  #parts: readonly Part[] = []
  #live: Admitted | undefined
  #chat: Promise<Admitted> | undefined
  #stale = new Set<string>()
  #pause: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(url: string, anonKey: string, me: Person, diary: () => Diary) {
    this.me = me
    this.#url = url
    this.#headers = { apikey: anonKey, authorization: `Bearer ${me.token}`, 'content-type': 'application/json' }
    this.#diary = diary
  }

  async open(): Promise<void> {
    this.#live = await followTables(this.#url, this.#headers.apikey ?? '', this.me.token)
    this.#live.onFrame = (frame) => this.#hear(frame)
    this.#live.socket.addEventListener('close', () => !this.#isClosed && this.#diary().fail('changes: closed'))
    await this.goTo([])
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#pause)
    this.#live?.socket.close()
    this.#leaveChat()
  }

  async goTo(parts: readonly Part[]): Promise<void> {
    if (this.#parts.length > 0) this.#leaveChat()
    const isFirst = this.#parts.length === 0
    this.#parts = [...shell, ...parts]
    await this.#load(isFirst ? this.#parts : parts)
  }

  /** Goes to the messages, whose screen has a connection of its own. */
  async goToChat(parts: readonly Part[]): Promise<void> {
    if (this.#chat) return
    await this.goTo(parts)
    const entered = enterChatRoom(this.#url, this.me.token)
    this.#chat = entered
    const { socket } = await entered
    socket.addEventListener('close', () => this.#chat === entered && this.#diary().fail('chat: closed'))
  }

  async say(text: string): Promise<void> {
    const room = await this.#chat
    if (!room) return
    const mark = crypto.randomUUID()
    const began = performance.now()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    room.onFrame = (frame) => frame.includes(mark) && resolve()
    const patience = setTimeout(() => reject(new Error('chat: not acknowledged')), PATIENCE_MS)
    room.say(inChatRoom(`${text} <${mark}>`))
    await promise.finally(() => clearTimeout(patience))
    this.#diary().messages.push(performance.now() - began)
  }

  read: Send = async ({ method, path }) => {
    const began = performance.now()
    const rows = await this.#send(method, path, undefined)
    const { lists, others } = this.#diary()
    const times = LIST.test(path) ? lists : others
    times.push(performance.now() - began)
    return rows
  }

  async write(method: 'POST' | 'PATCH', path: string, row: Record<string, unknown>): Promise<void> {
    const began = performance.now()
    await this.#send(method, path, JSON.stringify(row))
    this.#diary().writes.push(performance.now() - began)
  }

  async #send(method: Request['method'] | 'POST' | 'PATCH', path: string, body: string | undefined) {
    const headers = body === undefined ? { ...this.#headers, prefer: 'count=exact' } : this.#headers
    const signal = AbortSignal.timeout(PATIENCE_MS)
    const answer = await fetch(this.#url + path, { method, headers, signal, ...(body !== undefined && { body }) })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path.split('?')[0]}: ${answer.status} ${text.slice(0, 100)}`)
    const rows: unknown = text === '' ? [] : JSON.parse(text)
    return Array.isArray(rows) ? rows : []
  }

  #load = (parts: readonly Part[]) => Promise.all(parts.map(({ load }) => load(this.read)))

  #leaveChat(): void {
    const left = this.#chat
    this.#chat = undefined
    void left?.then(({ socket }) => socket.close())
  }

  /** The first change is shown at once, and those that follow it together. */
  #hear(frame: string): void {
    const table = frame.includes('"postgres_changes"') ? /"table":"(\w+)"/.exec(frame)?.[1] : undefined
    if (table === undefined) return
    this.#stale.add(table)
    if (this.#pause === undefined) this.#refresh()
  }

  #refresh(): void {
    this.#pause = undefined
    if (this.#stale.size === 0 || this.#isClosed) return
    const stale = this.#parts.filter(({ staleBy }) => staleBy.some((table) => this.#stale.has(table)))
    this.#stale.clear()
    this.#pause = setTimeout(() => this.#refresh(), PAUSE_MS)
    this.#diary().refreshes += stale.length
    this.#load(stale).catch((error: Error) => this.#diary().fail(error.message))
  }
}
