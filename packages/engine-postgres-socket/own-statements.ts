import { message } from 'engine/feature'

const PARSE = 'P'
const BIND = 'B'
const QUERY = 'Q'
const NAMED = new Set(['D', 'C'])

/** Statements that would affect other clients of the shared session, and those that need messages of their own. */
const REFUSED = /(^|;)\s*(listen|copy\b[^;]*\bfrom\s+stdin)\b/i
/** Statements by which pools of connections make a session as new. */
const RENEWALS = /(^|;)(\s*)(unlisten\s+(?:\*|\w+)|discard\s+all|deallocate\s+(?:prepare\s+)?all)(?=\s*(?:;|$))/gi

/**
 * Rewrites the messages of one client for a session that many clients share: its prepared statements get names of their
 * own, statements that renew a session leave those of other clients alone, and what cannot be confined is refused.
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
    if (kind === QUERY) return message(kind, this.#confined(textOf(body)))
    if (kind === PARSE) {
      const name = textOf(body)
      const statement = textOf(body.subarray(lengthOf(name)))
      const rest = body.subarray(lengthOf(name) + lengthOf(statement))
      return message(kind, this.#own(name), this.#confined(statement), rest)
    }
    if (kind === BIND) {
      const portal = textOf(body)
      const name = textOf(body.subarray(lengthOf(portal)))
      return message(kind, portal, this.#own(name), body.subarray(lengthOf(portal) + lengthOf(name)))
    }
    const isOfStatement = NAMED.has(kind) && body.toString('latin1', 0, 1) === 'S'
    return isOfStatement ? message(kind, body.subarray(0, 1), this.#own(textOf(body.subarray(1)))) : original
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

  #confined(statement: string): string {
    const refused = REFUSED.exec(statement)?.[2]?.split(/\s/)[0]?.toUpperCase()
    if (refused === undefined)
      return statement.replace(RENEWALS, (_, before, blank, text) => before + blank + this.#renewal(text))
    const remedy = refused === 'COPY' ? 'send it as a simple query of its own' : 'set DATABASE_URL to have a PostgreSQL'
    const why = `${refused} does not work so on the embedded database, whose one session all share; ${remedy}`
    return `do $refused$ begin raise exception using errcode = '0A000', message = '${why}'; end $refused$`
  }

  #renewal(statement: string): string {
    if (/^unlisten/i.test(statement)) return 'do $nothing$ begin end $nothing$'
    const deallocation = `do $own$ declare own text; begin
      for own in select name from pg_catalog.pg_prepared_statements where starts_with(name, '${this.#prefix}')
      loop execute format('deallocate %I', own); end loop; end $own$`
    return /^discard/i.test(statement) ? `${deallocation}; reset all` : deallocation
  }
}

/** The string at the start of a message's body. */
export const textOf = (bytes: Buffer) => bytes.toString('utf8', 0, bytes.indexOf(0))
const lengthOf = (text: string) => Buffer.byteLength(text) + 1
