import { expect, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import MessagesRoute from '../portal/messages/messages-route.tsx'
import { FakeBackend } from './fake-backend.ts'
import type { Row } from './fake-table.ts'
import { ana, ben } from './people.ts'
import { Portal } from './portal.tsx'

export const HISTORY = '/rest/v1/chat_messages'
export const ONLINE = '/rest/v1/user_presence'

type Frame = Record<string, unknown> & { type: string }

/** A fake chat server in place of the browser's sockets, which does only what the test tells it. */
export class ScriptedChat {
  /** All frames that the page has sent, over any socket. */
  readonly received: Frame[] = []
  /** Whether a connection is accepted as soon as it authenticates. */
  acceptsConnections = true
  /** How far the computer's clock is ahead of the server's, in milliseconds. */
  clockAheadMs = 0
  connections = 0
  #socket: EventTarget | undefined
  /** The highest message number so far. */
  lastNumber = 0
  /** Message numbers, by the id of the message. */
  readonly #numbers = new Map<unknown, number>()

  static install(): ScriptedChat {
    const chat = new ScriptedChat()
    class Socket extends EventTarget {
      constructor() {
        super()
        chat.connections += 1
        chat.#socket = this
        queueMicrotask(() => this.dispatchEvent(new Event('open')))
      }
      send(data: string) {
        const frame: Frame = JSON.parse(data)
        chat.received.push(frame)
        if (frame.type === 'auth' && chat.acceptsConnections)
          queueMicrotask(() => chat.deliver({ type: 'auth_success', lastNumber: chat.lastNumber, now: chat.#now() }))
      }
      close() {}
    }
    vi.stubGlobal('WebSocket', Socket)
    return chat
  }

  /** Sends a frame to the page. A message without a number gets the one that it had before, or the next. */
  deliver(frame: Frame): void {
    const { message } = frame
    if (message instanceof Object && !('number' in message)) {
      Object.assign(message, { number: this.numberOf(Reflect.get(message, 'id')) })
    }
    this.#socket?.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(frame) }))
  }

  #now = () => new Date(Date.now() - this.clockAheadMs).toISOString()

  numberOf(id: unknown, number = this.#numbers.get(id) ?? this.lastNumber + 1): number {
    this.#numbers.set(id, number)
    this.lastNumber = Math.max(this.lastNumber, number)
    return number
  }

  cut(code = 1006): void {
    this.#socket?.dispatchEvent(new CloseEvent('close', { code }))
  }

  /** Cuts the connection and waits for the new one that a click on Reconnect opens. */
  async cutAndReturn(): Promise<void> {
    this.cut()
    await reconnect().click()
    await expect.element(status()).toHaveTextContent('Connected')
  }

  frames(type: string): Frame[] {
    return this.received.filter((frame) => frame.type === type)
  }

  /** Waits until the page has sent `count` frames of a type, and returns them. */
  async waitFor(type: string, count: number): Promise<Frame[]> {
    await expect.poll(() => this.frames(type).length).toBe(count)
    return this.frames(type)
  }
}

/** Opens the messages screen with a scripted chat. Rows may be added while the screen is open. */
export function openMessages(rows: readonly Row[] = [], at = '/dashboard/messages') {
  const chat = ScriptedChat.install()
  const backend = new FakeBackend()
  backend.answer('GET', ONLINE, () => Response.json([]))
  backend.answer('GET', HISTORY, ({ query }) => Response.json(pageOf(rows, query, chat)))
  const screens = [{ path: '/dashboard/messages', Component: MessagesRoute }]
  return { chat, backend, portal: Portal.open(backend, { screens, at, as: ana }) }
}

/**
 * Answers a request for messages: the latest rows after or before a number, a single one, or those changed since a
 * time. The rows stand in the order in which they were sent.
 */
export function pageOf(rows: readonly Row[], asked: Record<string, string>, chat: ScriptedChat): Row[] {
  const { id, number, limit, or } = asked
  const numbered = rows.map((row, index): Row & { number: number } => {
    return { ...filledIn(row), number: chat.numberOf(row.id, Number(row.number ?? index + 1)) }
  })
  if (id !== undefined) return numbered.filter((row) => id === `eq.${Object(row).id}`)
  if (or !== undefined) return numbered.filter((row) => row.edited_at !== null || row.deleted_at !== null)
  const [side, bound = 0] = number?.split('.') ?? []
  return numbered
    .filter((row) => side === undefined || (side === 'gt' ? row.number > Number(bound) : row.number <= Number(bound)))
    .toReversed()
    .slice(0, Number(limit))
}

export async function enter(rows?: readonly Row[]) {
  const scene = openMessages(rows)
  await expect.element(status()).toHaveTextContent('Connected')
  return scene
}

export const filledIn = (row: Row): Row => ({
  sender_id: ben.id,
  edited_at: null,
  deleted_at: null,
  metadata: {},
  sender: { display_name: 'Ben Carter', avatar_url: null },
  ...row,
})

/** A message as the socket delivers it, sent now. */
export const chatMessage = (id: string, content: string) => ({
  type: 'new_message',
  message: filledIn({ id, content, created_at: new Date().toISOString() }),
})

export async function say(text: string): Promise<void> {
  await field().fill(text)
  await userEvent.keyboard('{Enter}')
}

export const status = () => page.getByRole('main').getByRole('status')
export const field = () => page.getByRole('textbox', { name: 'Message' })
export const reconnect = () => page.getByRole('button', { name: 'Reconnect' })
export const conversation = () => page.getByRole('region', { name: 'Conversation' })
export const bubbles = () => conversation().getByRole('listitem')
