import type { Conversation, Listener } from '../protocol/conversations.ts'
import type { FromThread, RequestHead, ToThread } from '../protocol/messages.ts'
import { PARTS_AHEAD, sendBody } from '../protocol/send-body.ts'
import type { FunctionSocket } from './function-socket.ts'
import { receivedBody } from './received-body.ts'
import { responseHeaders } from './response-headers.ts'
import { type RunningFunction, runFunction } from './running-function.ts'
import type { EdgeHandler } from './runtime-layer.ts'
import { socketOf } from './upgrade-request.ts'

type Call = {
  fn: RunningFunction & { handler(): Promise<EdgeHandler> }
  head: RequestHead
  line: Conversation<FromThread>
  log(words: string, error: unknown): void
}

/** Runs a function for one request and sends its answer, then receives the rest of the call. */
export function handleCall(call: Call): Listener<ToThread> {
  const taken = new TakenCall(call)
  taken.begin()
  return taken
}

class TakenCall implements Listener<ToThread> {
  readonly #call: Call
  readonly #gone = new AbortController()
  readonly #body: ReturnType<typeof receivedBody> | undefined
  /** Whether the answer is complete; a WebSocket lives on its own. */
  #isOver = false
  #sendMore = () => {}
  #cancel = () => {}
  #socket: FunctionSocket | undefined
  /**
   * Referenced while the caller is connected. The request's signal follows `gone` by a weak reference, so a function
   * that only waits for that signal would be garbage collected and never learn that the caller has gone.
   */
  #request: Request | undefined

  constructor(call: Call) {
    this.#call = call
    const { head, line } = call
    this.#body = head.hasBody ? receivedBody(() => line.send({ type: 'more' })) : undefined
  }

  begin() {
    void runFunction(this.#call.fn, () => this.#answer())
  }

  receive(message: ToThread) {
    switch (message.type) {
      case 'chunk':
      case 'last':
      case 'broken':
        return this.#body?.receive(message)
      case 'more':
        return this.#sendMore()
      default:
        return this.#socket?.hear(message)
    }
  }

  ended() {
    this.#body?.receive({ type: 'broken' })
    this.#socket?.cut()
    if (this.#isOver) return
    this.#isOver = true
    // Errors of the function's own abort listeners belong to that function.
    runFunction(this.#call.fn, () => {
      this.#gone.abort()
      this.#cancel()
    })
    this.#request = undefined
  }

  async #answer(): Promise<void> {
    const { fn } = this.#call
    const handler = await fn.handler().catch((error) => this.#fail('boot', 'A function failed to start', error))
    // The caller left before the function began.
    if (!handler || this.#gone.signal.aborted) return
    try {
      this.#request = this.#newRequest()
      this.#send(await handler(this.#request))
    } catch (error) {
      this.#fail('threw', 'A function threw', error)
    }
  }

  #newRequest(): Request {
    const { url, method, headers } = this.#call.head
    return new Request(url, {
      method,
      headers,
      signal: this.#gone.signal,
      ...(this.#body && { body: this.#body.stream, duplex: 'half' }),
    })
  }

  #fail(reason: 'boot' | 'threw' | 'no response', words?: string, error?: unknown) {
    this.#isOver = true
    this.#call.line.send({ type: 'failed', reason })
    if (words) this.#call.log(words, error)
  }

  #send(response: unknown) {
    if (!(response instanceof Response) || response.type === 'error') return this.#fail('no response')
    this.#socket = socketOf(response)
    if (this.#socket) return this.#upgrade(this.#socket)
    const { fn, line, log } = this.#call
    const { status, statusText } = response
    const reader = response.body?.getReader() // throws where somebody reads it already
    this.#cancel = () => void reader?.cancel(this.#gone.signal.reason).catch(fn.onFault)
    // The caller left before there was an answer.
    if (this.#isOver) return this.#cancel()
    line.send({ type: 'answer', head: { status, statusText, headers: responseHeaders(response), hasBody: !!reader } })
    this.#isOver = !reader
    if (!reader) return
    const next = async () => {
      const part = await runFunction(fn, () => reader.read())
      this.#isOver ||= part.done
      return part
    }
    this.#sendMore = sendBody(next, line, PARTS_AHEAD, (error) =>
      log('The body of a function’s answer broke off', error),
    )
  }

  #upgrade(socket: FunctionSocket) {
    if (this.#isOver) return socket.cut()
    this.#isOver = true
    socket.bindTo(this.#call.line)
    return this.#call.line.send({ type: 'upgrade', protocol: socket.protocol })
  }
}
