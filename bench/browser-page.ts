import { once } from 'node:events'

/** A page of a running Chromium, controlled by the DevTools protocol. */
export class BrowserPage {
  readonly #socket: WebSocket
  readonly #answers = new Map<number, PromiseWithResolvers<Answer>>()
  #asked = 0

  private constructor(socket: WebSocket) {
    this.#socket = socket
    socket.addEventListener('message', ({ data }) => this.#receive(String(data)))
  }

  static async open(port: number): Promise<BrowserPage> {
    const opened = await fetch(`http://127.0.0.1:${port}/json/new?about:blank`, { method: 'PUT' })
    const { webSocketDebuggerUrl }: { webSocketDebuggerUrl: string } = JSON.parse(await opened.text())
    const socket = new WebSocket(webSocketDebuggerUrl)
    await once(socket, 'open')
    const page = new BrowserPage(socket)
    await page.#send('Page.enable', {})
    return page
  }

  /** Brings the page to the front, since a page in the background draws no frames. */
  async bringToFront(): Promise<void> {
    await this.#send('Page.bringToFront', {})
  }

  /** Adds a script that runs on every page from now on, before the page's own. */
  async prepare(script: string): Promise<void> {
    await this.#send('Page.addScriptToEvaluateOnNewDocument', { source: script })
  }

  /** Simulates a phone on a slow network from now on: Lighthouse's slow 4G, and a processor four times slower. */
  async slowDown(rate = 4): Promise<void> {
    const [bytesPerSecond, latency] = [1.6e6 / 8, 150]
    await this.#send('Network.enable', {})
    await this.#send('Network.emulateNetworkConditions', {
      offline: false,
      latency,
      downloadThroughput: bytesPerSecond,
      uploadThroughput: bytesPerSecond / 2,
    })
    await this.#send('Emulation.setCPUThrottlingRate', { rate })
  }

  async goTo(url: string): Promise<void> {
    await this.#send('Page.navigate', { url })
  }

  /** Inserts a text as if pasted: one change of the field. */
  async insert(text: string): Promise<void> {
    await this.#send('Input.insertText', { text })
  }

  async resize(width: number, height: number): Promise<void> {
    await this.#send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: false })
    // File inputs are intercepted: a click would otherwise open a dialog of the system, which nothing here could close.
    await this.#send('Page.setInterceptFileChooserDialog', { enabled: true })
  }

  async click(x: number, y: number): Promise<void> {
    const at = { x, y, button: 'left', clickCount: 1 }
    for (const type of ['mouseMoved', 'mousePressed', 'mouseReleased']) {
      await this.#send('Input.dispatchMouseEvent', { ...at, type, buttons: type === 'mousePressed' ? 1 : 0 })
    }
  }

  /** Presses a key that types no text, or one with Ctrl. */
  async press(key: Key, { ctrl = false } = {}): Promise<void> {
    const { code, text } = keys[key]
    const pressed = { key, code: key === 'k' ? 'KeyK' : key, windowsVirtualKeyCode: code, modifiers: ctrl ? 2 : 0 }
    const typed = text !== undefined && !ctrl ? { type: 'keyDown', text } : { type: 'rawKeyDown' }
    await this.#send('Input.dispatchKeyEvent', { ...pressed, ...typed })
    await this.#send('Input.dispatchKeyEvent', { ...pressed, type: 'keyUp' })
  }

  /** Returns the value of an expression in the page, awaited if it is a promise. */
  async evaluate(expression: string): Promise<unknown> {
    const options = { expression, awaitPromise: true, returnByValue: true }
    const answer = await this.#send('Runtime.evaluate', options)
    const { result, exceptionDetails } = answer
    if (exceptionDetails) throw new Error(`The page threw: ${JSON.stringify(exceptionDetails)}`)
    return result?.value
  }

  #send(method: string, params: Record<string, unknown>): Promise<Answer> {
    this.#asked += 1
    const answer = Promise.withResolvers<Answer>()
    this.#answers.set(this.#asked, answer)
    this.#socket.send(JSON.stringify({ id: this.#asked, method, params }))
    return answer.promise
  }

  #receive(message: string) {
    const { id, result, error }: Message = JSON.parse(message)
    const answer = id === undefined ? undefined : this.#answers.get(id)
    if (error) answer?.reject(new Error(error.message))
    else answer?.resolve(result ?? {})
  }
}

export type Key = keyof typeof keys
const keys: Record<'Enter' | 'Tab' | 'k', { code: number; text?: string }> = {
  Enter: { code: 13, text: '\r' },
  Tab: { code: 9 },
  k: { code: 75 },
}

type Answer = { result?: { value?: unknown }; exceptionDetails?: unknown }
type Message = { id?: number; result?: Answer; error?: { message: string } }
