import { message, messagesOf } from 'engine/feature'
import { textOf } from './own-statements.ts'

/** The most bytes of one COPY, which are kept until the client has sent all of them. */
const MOST_BYTES = 64 * 1024 * 1024

const COPY_IN = /^(?:\s|--[^\n]*\n)*copy\b(?:[^;']|'[^']*')*\bfrom\s+stdin\b(?:[^;']|'[^']*')*;?\s*$/i
/** Data, the end of the data, and the client's own failure. */
const DATA = 'd'
const ENDS = new Set(['c', 'f'])

/** Whether a message is a simple query that is one `copy … from stdin`. */
export const isCopyIn = (kind: string, one: Buffer) => kind === 'Q' && COPY_IN.test(textOf(one.subarray(5)))

/** CopyInResponse: text, with columns that clients do not look at. */
export const copyInResponse = message('G', Buffer.from([0, 0, 0]))

/**
 * The rows of one `copy … from stdin`. The embedded database reads them in one piece, so that they are collected first; the
 * statement runs when the last has come.
 */
export class CopyIn {
  readonly #messages: Buffer[]
  #bytes = 0

  /** @param statement the query message */
  constructor(statement: Buffer) {
    this.#messages = [statement]
  }

  /** Takes a message of the client. Returns all messages of the statement when this one is the last. */
  add(kind: string, one: Buffer): Buffer | undefined {
    this.#bytes += one.length
    const isTooLong = this.#bytes > MOST_BYTES
    if (kind === DATA && !isTooLong) this.#messages.push(Buffer.from(one))
    if (!ENDS.has(kind)) return undefined
    const why = `more than ${MOST_BYTES / 1024 / 1024} MB in one COPY; send the rows in several`
    return Buffer.concat([...this.#messages, isTooLong ? message('f', why) : one])
  }
}

/** The answer without the CopyInResponse that the client has had before. */
export function withoutCopyInResponse(answer: Buffer): Buffer {
  const isOther = (one: Buffer) => one[0] !== 'G'.charCodeAt(0)
  return Buffer.concat([...messagesOf(answer)].filter(isOther))
}
