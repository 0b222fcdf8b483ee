import type { TomlTable, TomlValue } from 'smol-toml'
import type { z } from 'zod'
import { environmentOverrides, isTable, withText } from './environment-overrides.ts'

/** Settings that the environment overrides, and whose values of the form `env(NAME)` are replaced from it. */
export class FilledIn {
  readonly #env: NodeJS.ProcessEnv
  readonly #variables: string[] = []
  /** The places of the values that came from the environment. */
  readonly #filled = new Set<string>()
  /** The variables that override a setting, by its place. */
  readonly #overrides = new Map<string, string>()
  #settings: TomlTable

  constructor(written: TomlTable, env: NodeJS.ProcessEnv) {
    this.#env = env
    let settings = written
    for (const { path, variable, text } of environmentOverrides(written, env)) {
      settings = withText(settings, path, text)
      this.#variables.push(variable)
      this.#filled.add(placeOf(path))
      this.#overrides.set(placeOf(path), variable)
    }
    this.#settings = this.#table(settings, [])
  }

  get settings(): TomlTable {
    return this.#settings
  }

  /** The variables that the settings name, and those that override one. */
  get variables(): readonly string[] {
    return this.#variables
  }

  /** The variable that overrides the setting at this path. */
  overriddenBy(path: readonly PropertyKey[]): string | undefined {
    return this.#overrides.get(placeOf(path))
  }

  /**
   * Reads the values of variables as numbers, switches and lists where those are expected, as the CLI does. Returns
   * false where nothing changes.
   */
  convert(issues: readonly z.core.$ZodIssue[]): boolean {
    const before = this.#settings
    for (const issue of issues) {
      if (issue.code !== 'invalid_type' || !this.#filled.has(placeOf(issue.path))) continue
      this.#settings = changed(this.#settings, issue.path, (text) => readAs(issue.expected, text))
    }
    return this.#settings !== before
  }

  #table(table: TomlTable, path: readonly string[]): TomlTable {
    const filled: TomlTable = {}
    for (const [name, value] of Object.entries(table)) {
      const replaced = this.#value(value, [...path, name])
      if (replaced !== undefined) filled[name] = replaced
    }
    return filled
  }

  #value(value: TomlValue, path: readonly string[]): TomlValue | undefined {
    if (Array.isArray(value)) return value.map((item) => this.#value(item, path)).filter((item) => item !== undefined)
    if (isTable(value)) return this.#table(value, path)
    const variable = typeof value === 'string' ? /^env\((\w+)\)$/.exec(value)?.[1] : undefined
    if (variable === undefined) return value
    this.#variables.push(variable)
    this.#filled.add(placeOf(path))
    return this.#env[variable] || undefined
  }
}

const placeOf = (path: readonly PropertyKey[]) => JSON.stringify(path)

/** The table with one text in it changed. */
function changed(
  table: TomlTable,
  [key, ...rest]: readonly PropertyKey[],
  change: (text: string) => TomlValue,
): TomlTable {
  const name = String(key)
  const value = table[name]
  if (value === undefined) return table
  if (isTable(value)) return { ...table, [name]: changed(value, rest, change) }
  return typeof value === 'string' ? { ...table, [name]: change(value) } : table
}

/** What Go's strconv reads, and a list with commas; any other text stays, and is refused. */
function readAs(expected: string, text: string): TomlValue {
  if (expected === 'array') return text.split(',')
  if (expected === 'boolean' && /^(1|t|T|true|TRUE|True)$/.test(text)) return true
  if (expected === 'boolean' && /^(0|f|F|false|FALSE|False)$/.test(text)) return false
  return /^(number|int)$/.test(expected) && /^[+-]?\d+$/.test(text) ? Number(text) : text
}
