import type { Line, Listener } from '../between/lines.ts'
import type { FromThread, RequestHead, ToThread } from '../between/messages.ts'
import { PARTS_AHEAD, sendBody } from '../between/send-body.ts'
import type { FunctionSocket } from './function-socket.ts'
import type { EdgeHandler } from './layer.ts'
import { receivedBody } from './received-body.ts'
import { responseHeaders } from './response-headers.ts'
import { type RunningFunction, runFunction } from './running-function.ts'
import { socketOf } from './upgrade.ts'

type Call = {
  fn: RunningFunction & { handler(): Promise<EdgeHandler> }
  head: RequestHead
  line: Line<FromThread>
  log(words: string, error: unknown): void
}

/** Runs a function for one request, and sends its answer; then listens for the rest of the call. */
export function takeCall({ fn, head, line, log }: Call): Listener<ToThread> {
  const gone = new AbortController()
  const body = head.hasBody ? receivedBody(() => line.send({ type: 'more' })) : undefined
  /** The function has nothing more to do for its answer; a WebSocket goes its own way. */
  let isOver = false
  let sendMore = () => {}
  let cancel = () => {}
  let socket: FunctionSocket | undefined
  /**
   * Held while the caller is there: its signal follows `gone` by a weak reference, and a function that waits for that
   * signal alone is held by nobody else. Memory would be tidied up, and the function never hear that the caller went.
   */
  let request: Request | undefined
  void runFunction(fn, answer)

  return {
    hear(message) {
      switch (message.type) {
        case 'chunk':
        case 'last':
        case 'broken':
          return body?.receive(message)
        case 'more':
          return sendMore()
        default:
          return socket?.hear(message)
      }
    },
    ended() {
      body?.receive({ type: 'broken' })
      socket?.cut()
      if (isOver) return
      isOver = true
      // What a function does on hearing of it is its own doing.
      runFunction(fn, () => {
        gone.abort()
        cancel()
      })
      request = undefined
    },
  }

  async function answer(): Promise<void> {
    const handler = await fn.handler().catch((error) => fail('boot', 'A function failed to start', error))
    // Gone before it could begin.
    if (!handler || gone.signal.aborted) return
    try {
      request = newRequest()
      send(await handler(request))
    } catch (error) {
      fail('threw', 'A function threw', error)
    }
  }

  function newRequest(): Request {
    const { url, method, headers } = head
    return new Request(url, {
      method,
      headers,
      signal: gone.signal,
      ...(body && { body: body.stream, duplex: 'half' }),
    })
  }

  function fail(reason: 'boot' | 'threw' | 'no response', words?: string, error?: unknown) {
    isOver = true
    line.send({ type: 'failed', reason })
    if (words) log(words, error)
  }

  function send(response: unknown) {
    if (!(response instanceof Response) || response.type === 'error') return fail('no response')
    socket = socketOf(response)
    if (socket) {
      if (isOver) return socket.cut()
      isOver = true
      socket.bindTo(line)
      return line.send({ type: 'upgrade', protocol: socket.protocol })
    }
    const { status, statusText } = response
    const reader = response.body?.getReader() // throws where somebody reads it already
    cancel = () => void reader?.cancel(gone.signal.reason).catch(fn.onFault)
    // The caller gave up before there was an answer.
    if (isOver) return cancel()
    line.send({ type: 'answer', head: { status, statusText, headers: responseHeaders(response), hasBody: !!reader } })
    isOver = !reader
    if (!reader) return
    const next = async () => {
      const part = await runFunction(fn, () => reader.read())
      isOver ||= part.done
      return part
    }
    sendMore = sendBody(next, line, PARTS_AHEAD, (error) => log('The body of a function’s answer broke off', error))
  }
}
