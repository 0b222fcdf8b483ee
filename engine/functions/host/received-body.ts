import { Readable } from 'node:stream'
import type { Conversation } from '../protocol/conversations.ts'
import type { BodyPart, ToThread } from '../protocol/messages.ts'
import { PARTS_AHEAD } from '../protocol/send-body.ts'

/**
 * The body of a function's answer, read at the caller's pace. After `idleMs` without data it is destroyed rather than
 * ended, so that the caller does not take it for complete. Emits `slow` while its beginning is delayed.
 */
export class ReceivedBody extends Readable {
  #line: Conversation<ToThread>
  #idleMs: number
  #onTheWay = PARTS_AHEAD
  #idle: NodeJS.Timeout | undefined
  #slow: NodeJS.Immediate | undefined

  constructor(line: Conversation<ToThread>, idleMs: number) {
    super()
    this.#line = line
    this.#idleMs = idleMs
  }

  override _read() {
    this.#slow ??= setImmediate(() => this.emit('slow'))
    this.#idle ??= setTimeout(() => this.destroy(), this.#idleMs)
    if (this.#onTheWay > 0) return
    this.#onTheWay += 1
    this.#line.send({ type: 'more' })
  }

  receive(part: BodyPart) {
    this.#onTheWay -= 1
    this.#stopClocks()
    if (part.type === 'chunk') this.push(part.bytes)
    else if (part.type === 'last') this.push(null)
    else this.destroy()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void) {
    this.#stopClocks()
    this.#line.end()
    done(error)
  }

  #stopClocks() {
    clearTimeout(this.#idle)
    clearImmediate(this.#slow)
    this.#idle = undefined
  }
}
