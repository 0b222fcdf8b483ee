import { Readable } from 'node:stream'
import type { Line } from '../protocol/lines.ts'
import type { BodyPart, ToThread } from '../protocol/messages.ts'
import { PARTS_AHEAD } from '../protocol/send-body.ts'

/**
 * The body of a function's answer, as fast as the caller takes it. Cut where the function says nothing for `idleMs`,
 * and not ended, or the caller would take it for whole. Emits `slow` while its beginning lets one wait.
 */
export class ReceivedBody extends Readable {
  #line: Line<ToThread>
  #idleMs: number
  #onTheWay = PARTS_AHEAD
  #idle: NodeJS.Timeout | undefined
  #slow: NodeJS.Immediate | undefined

  constructor(line: Line<ToThread>, idleMs: number) {
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
