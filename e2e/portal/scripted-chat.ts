import type { Page, WebSocketRoute } from '@playwright/test'
import { expect } from '../test.ts'

type Frame = Record<string, unknown> & { type: string }

/** A chat server that does only what the test tells it to, for what a real one does rarely: to fall silent, to cut. */
export class ScriptedChat {
  /** Every frame the page sent, with the number of the socket it came by. */
  readonly heard: { socket: number; frame: Frame }[] = []
  readonly #sockets: WebSocketRoute[] = []
  /** Whether whoever introduces themselves is let in at once. */
  welcomes = true

  static async on(page: Page): Promise<ScriptedChat> {
    const chat = new ScriptedChat()
    await page.routeWebSocket(/\/functions\/v1\/chat$/, (socket) => {
      const number = chat.#sockets.push(socket)
      socket.onMessage((data) => {
        const frame: Frame = JSON.parse(String(data))
        chat.heard.push({ socket: number, frame })
        if (frame.type === 'auth' && chat.welcomes) socket.send(JSON.stringify({ type: 'auth_success' }))
      })
    })
    return chat
  }

  get connections(): number {
    return this.#sockets.length
  }

  say(frame: Frame): void {
    this.#sockets.at(-1)?.send(JSON.stringify(frame))
  }

  async cut(): Promise<void> {
    await this.#sockets.at(-1)?.close({ code: 1001, reason: 'cut by the test' })
  }

  frames(type: string): Frame[] {
    return this.heard.map(({ frame }) => frame).filter((frame) => frame.type === type)
  }

  /** Waits for so many frames of a type, and returns them. */
  async waitFor(type: string, count: number): Promise<Frame[]> {
    await expect.poll(() => this.frames(type).length).toBe(count)
    return this.frames(type)
  }
}
