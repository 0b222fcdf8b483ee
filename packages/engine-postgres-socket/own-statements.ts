import { message } from 'engine/feature'

const PARSE = 'P'
const BIND = 'B'
const QUERY = 'Q'
const NAMED = new Set(['D', 'C'])

/** Statements that are refused since they would affect other clients of the shared session. */
const REFUSED = /(^|;)\s*(listen|unlisten|discard|deallocate\s+(prepare\s+)?all|copy\b[^;]*\bfrom\s+stdin)\b/i

/**
 * Rewrites the messages of one client for a session that many clients share: its prepared statements get names of their
 * own, and statements that would affect other clients are refused.
 */
export class OwnStatements {
  readonly #prefix: string
  readonly #names = new Set<string>()

  /** @param prefix the prefix of the client's statement names, unique among clients */
  constructor(prefix: string) {
    this.#prefix = prefix
  }

  rewritten(original: Buffer): Buffer {
    const kind = String.fromCharCode(original[0] ?? 0)
    const body = original.subarray(5)
    if (kind === QUERY) return message(kind, allowed(text(body)))
    if (kind === PARSE) {
      const name = text(body)
      const statement = text(body.subarray(lengthOf(name)))
      return message(kind, this.#own(name), allowed(statement), body.subarray(lengthOf(name) + lengthOf(statement)))
    }
    if (kind === BIND) {
      const portal = text(body)
      const name = text(body.subarray(lengthOf(portal)))
      return message(kind, portal, this.#own(name), body.subarray(lengthOf(portal) + lengthOf(name)))
    }
    const isOfStatement = NAMED.has(kind) && body.toString('latin1', 0, 1) === 'S'
    return isOfStatement ? message(kind, body.subarray(0, 1), this.#own(text(body.subarray(1)))) : original
  }

  /** Messages that deallocate the client's prepared statements; undefined if it has none. */
  farewell(): Buffer | undefined {
    if (this.#names.size === 0) return undefined
    const closings = [...this.#names].map((name) => message('C', Buffer.from('S'), name))
    return Buffer.concat([...closings, message('S')])
  }

  #own(name: string): string {
    if (name === '') return name
    const own = this.#prefix + name
    this.#names.add(own)
    return own
  }
}

const text = (bytes: Buffer) => bytes.toString('utf8', 0, bytes.indexOf(0))
const lengthOf = (text: string) => Buffer.byteLength(text) + 1

function allowed(statement: string): string {
  const refused = REFUSED.exec(statement)?.[2]?.split(/\s/)[0]
  if (refused === undefined) return statement
  const why = `${refused.toUpperCase()} does not work on the embedded database, whose one session all share; set DATABASE_URL to have a PostgreSQL`
  return `do $refused$ begin raise exception using errcode = '0A000', message = '${why}'; end $refused$`
}
