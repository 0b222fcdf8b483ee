import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export type RawAnswer = { status: number; head: string; body: Buffer }

/**
 * One connection that is kept open, for a load that costs little beside the server it measures: requests are bytes that
 * were written before, and of an answer only its status and its end are read.
 */
export class HttpConnection {
  readonly #url: URL
  #socket: Socket | undefined
  #received: Buffer<ArrayBufferLike> = Buffer.alloc(0)
  #expected: { hasBody: boolean; answered: PromiseWithResolvers<RawAnswer> } | undefined

  constructor(url: string) {
    this.#url = new URL(url)
  }

  /** Sends one request and waits for its whole answer; the answer to HEAD has no body. */
  async ask(request: Buffer, hasBody: boolean): Promise<RawAnswer> {
    // A server closes a connection that has been idle for some seconds, as while others are measured.
    if (!this.#socket?.writable) this.#socket = await this.#connect()
    const answered = Promise.withResolvers<RawAnswer>()
    this.#expected = { hasBody, answered }
    this.#socket.write(request)
    return answered.promise
  }

  async #connect(): Promise<Socket> {
    const socket = connect(Number(this.#url.port), this.#url.hostname).setNoDelay()
    await once(socket, 'connect')
    socket.on('data', (chunk) => this.#take(chunk))
    socket.on('error', () => undefined) // 'close' follows.
    socket.on('close', () => this.#expected?.answered.reject(new Error('The server has closed the connection.')))
    return socket
  }

  close() {
    this.#socket?.destroy()
  }

  #take(chunk: Buffer) {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk])
    if (!this.#expected) return
    const answer = wholeAnswer(this.#received, this.#expected.hasBody)
    if (!answer) return
    const { answered } = this.#expected
    this.#expected = undefined
    this.#received = Buffer.alloc(0)
    answered.resolve(answer)
  }
}

const HEAD_END = Buffer.from('\r\n\r\n')
const LAST_CHUNK = Buffer.from('0\r\n\r\n')

/** The answer, once all of it has arrived. */
function wholeAnswer(received: Buffer, hasBody: boolean): RawAnswer | undefined {
  const headEnd = received.indexOf(HEAD_END)
  if (headEnd === -1) return undefined
  const head = received.toString('latin1', 0, headEnd)
  const status = Number(head.slice(9, 12))
  const start = headEnd + HEAD_END.length
  if (!hasBody || status === 204) return { status, head, body: Buffer.alloc(0) }
  const length = headerOf(head, 'content-length')
  if (length !== undefined) {
    const end = start + Number(length)
    return received.length < end ? undefined : { status, head, body: received.subarray(start, end) }
  }
  const isComplete =
    received.length >= start + LAST_CHUNK.length && received.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK)
  return isComplete ? { status, head, body: joinChunks(received.subarray(start)) } : undefined
}

export const headerOf = (head: string, name: string): string | undefined =>
  new RegExp(`^${name}: *(.*)$`, 'im').exec(head)?.[1]?.trim()

function joinChunks(body: Buffer): Buffer {
  const chunks: Buffer[] = []
  for (let at = 0; ; ) {
    const lineEnd = body.indexOf('\r\n', at)
    const size = Number.parseInt(body.toString('latin1', at, lineEnd), 16)
    if (!(size > 0)) return Buffer.concat(chunks)
    chunks.push(body.subarray(lineEnd + 2, lineEnd + 2 + size))
    at = lineEnd + 2 + size + 2
  }
}
