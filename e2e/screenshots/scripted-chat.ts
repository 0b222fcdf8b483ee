import type { Page, WebSocketRoute } from '@playwright/test'
import { expect } from '../test.ts'

type Frame = Record<string, unknown> & { type: string }

/** A chat server for rare states: it can stop answering or disconnect on command. */
export class ScriptedChat {
  /** All frames that the page sent. */
  readonly #heard: Frame[] = []
  readonly #sockets: WebSocketRoute[] = []
  /** Whether a connection is accepted as soon as it authenticates. */
  welcomes = true

  static async on(page: Page): Promise<ScriptedChat> {
    const chat = new ScriptedChat()
    await page.routeWebSocket(/\/functions\/v1\/chat$/, (socket) => {
      chat.#sockets.push(socket)
      socket.onMessage((data) => {
        const frame: Frame = JSON.parse(String(data))
        chat.#heard.push(frame)
        if (frame.type === 'auth' && chat.welcomes) socket.send(JSON.stringify({ type: 'auth_success' }))
      })
    })
    return chat
  }

  say(frame: Frame): void {
    this.#sockets.at(-1)?.send(JSON.stringify(frame))
  }

  async cut(): Promise<void> {
    await this.#sockets.at(-1)?.close({ code: 1001, reason: 'cut by the test' })
  }

  /** Waits until the page has sent this many frames of a type. */
  async waitFor(type: string, count: number): Promise<void> {
    await expect.poll(() => this.#heard.filter((frame) => frame.type === type).length).toBe(count)
  }
}
