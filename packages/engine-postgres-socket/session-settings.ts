import { message, messagesOf } from 'engine/feature'

type Settings = ReadonlyMap<string, string>

/** Words of statements that may change a setting of the session. */
const MAY_CHANGE = /\b(set|reset|set_config|discard)\b/i
/** Settings of an extension or a project, such as `request.jwt.claims`, which `pg_settings` does not list. */
const CUSTOM_NAME = /\b(?:set\s+(?:session\s+)?|set_config\s*\(\s*')([a-z_]\w*\.[a-z_][\w.]*)/gi
/** The limits that keep one client from holding the database are not the client's to change. */
const LIMITS = ['statement_timeout', 'transaction_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']
/** Values that these settings have where nobody has changed them. The role is set last, since it may forbid the others. */
const DEFAULTS = new Map([
  ['session_authorization', ['', 'postgres']],
  ['role', ['', 'none']],
])

/**
 * The settings that one client has made outside of transactions. They are read when the shared session is given back, and
 * made again before the client's next statement.
 */
export class SessionSettings {
  readonly #customNames = new Set<string>()
  #values: Settings
  #mayHaveChanged = false

  /** @param initial the settings of the client's startup message */
  constructor(initial: Settings) {
    this.#values = initial
  }

  /** Notes a statement that the client is about to run. */
  observe(statement: string) {
    if (!MAY_CHANGE.test(statement)) return
    this.#mayHaveChanged = true
    for (const [, name] of statement.matchAll(CUSTOM_NAME)) if (name) this.#customNames.add(name.toLowerCase())
  }

  /** The message that reads the settings; undefined where no statement can have changed any. */
  question(): Buffer | undefined {
    if (!this.#mayHaveChanged) return undefined
    const names = [...this.#customNames, ...DEFAULTS.keys()].map(literal).join(', ')
    return message(
      'Q',
      `select jsonb_object_agg(name, value) from (
        select name, current_setting(name, true) as value
        from (select name from pg_settings where source = 'session' union select unnest(array[${names}])) as known
      ) as made where value is not null`,
    )
  }

  /** Reads the answer to `question`. */
  keep(answer: Buffer) {
    const found = Object.entries<string>(JSON.parse(firstValue(answer) ?? '{}'))
    this.#values = new Map(
      found.filter(([name, value]) => !LIMITS.includes(name) && !DEFAULTS.get(name)?.includes(value)),
    )
    this.#mayHaveChanged = false
  }

  /** Statements that make the settings again, each ending with a semicolon. */
  statements(): string {
    const rank = (name: string) => [...DEFAULTS.keys()].indexOf(name)
    return [...this.#values]
      .sort(([one], [other]) => rank(one) - rank(other))
      .map(([name, value]) => `select pg_catalog.set_config(${literal(name)}, ${literal(value)}, false);`)
      .join(' ')
  }
}

/** A string constant that is read the same whatever `standard_conforming_strings` is. */
const literal = (text: string) => `e'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`

/** The value in the first column of the first row. */
function firstValue(answer: Buffer): string | undefined {
  for (const one of messagesOf(answer)) {
    if (one[0] !== 'D'.charCodeAt(0)) continue
    const length = one.readInt32BE(7)
    return length < 0 ? undefined : one.toString('utf8', 11, 11 + length)
  }
  return undefined
}
