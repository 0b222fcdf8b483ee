/** What takes less is told as nothing. */
const WORTH_TELLING_MS = 20

const COMMAND_COMPLETE = 'C'.charCodeAt(0)
/** ReadyForQuery, outside a transaction. */
const OVER = Buffer.from([0x5a, 0, 0, 0, 5, 0x49])
/** Where the words of a CommandComplete begin. */
const TAG_AT = 5
const endings = ['COMMIT', 'ROLLBACK'].map(completed)

/**
 * Says of each transaction how long PostgreSQL worked on it, behind the word that ends it: `COMMIT 250`. All share one
 * connection, so whoever waits for an answer cannot tell their own time from that of those ahead of them.
 */
export class TransactionTime {
  readonly #clock: () => number
  #worked = 0
  #since: number | undefined

  constructor(clock = () => performance.now()) {
    this.#clock = clock
  }

  starts() {
    this.#since = this.#clock()
  }

  stops() {
    if (this.#since !== undefined) this.#worked += this.#clock() - this.#since
    this.#since = undefined
  }

  /** What PostgreSQL has sent, told with the time where it is the end of a transaction. */
  told(answer: Uint8Array): Uint8Array {
    const bytes = Buffer.from(answer.buffer, answer.byteOffset, answer.byteLength)
    if (!endsWith(bytes, OVER)) return answer
    const sinceStart = this.#since === undefined ? 0 : this.#clock() - this.#since
    const took = Math.round(this.#worked + sinceStart)
    this.#worked = -sinceStart
    const ending = took < WORTH_TELLING_MS ? undefined : endings.find((one) => endsWith(bytes, one))
    if (!ending) return answer
    const word = ending.subarray(TAG_AT, -OVER.length - 1).toString()
    return Buffer.concat([bytes.subarray(0, -ending.length), completed(`${word} ${took}`)])
  }
}

/** CommandComplete, and ReadyForQuery behind it. */
function completed(tag: string): Buffer {
  const text = Buffer.from(`${tag}\0`)
  const message = Buffer.alloc(TAG_AT)
  message[0] = COMMAND_COMPLETE
  message.writeUInt32BE(4 + text.length, 1)
  return Buffer.concat([message, text, OVER])
}

const endsWith = (bytes: Buffer, end: Buffer) =>
  bytes.length >= end.length && bytes.subarray(bytes.length - end.length).equals(end)
