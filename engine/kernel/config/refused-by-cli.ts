import { cliSections as sections } from './cli-settings.ts'

/** A setting that the Supabase CLI refuses: the key is unknown, or the value is of the wrong kind. */
export type RefusedSetting = { name: string; because: 'unknown key' | `not ${string}` }

/** The settings of a `config.toml` that the Supabase CLI refuses, and with them the whole file. */
export const refusedByCli = (settings: object): RefusedSetting[] =>
  Object.entries(settings).flatMap(([name, value]) =>
    // Settings that differ in a branch of the project.
    name === 'remotes' && isTable(value)
      ? Object.entries(value).flatMap(([branch, own]) => (isTable(own) ? refusedIn(own, [], `remotes.${branch}.`) : []))
      : refusedIn({ [name]: value }, [], ''),
  )

function refusedIn(table: object, path: readonly string[], before: string): RefusedSetting[] {
  return Object.entries(table).flatMap(([key, value]): RefusedSetting[] => {
    const here = [...path, key]
    const name = `${before}${here.join('.')}`
    if (isTable(value)) return isSection(here) ? refusedIn(value, here, before) : [{ name, because: 'unknown key' }]
    const keys = sections.get(path.length === 0 ? '.' : (sectionOf(path) ?? ''))
    const kind = keys?.get(key) ?? keys?.get('*')
    if (kind === undefined) return [{ name, because: 'unknown key' }]
    return isOfKind(value, kind) ? [] : [{ name, because: `not ${nameOf(kind)}` }]
  })
}

const isTable = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)

/** Whether the CLI has this section or one below it. */
const isSection = (path: readonly string[]) =>
  [...sections.keys()].some((section) => matchesSection(section.split('.').slice(0, path.length), path))

const sectionOf = (path: readonly string[]) =>
  [...sections.keys()].find((section) => matchesSection(section.split('.'), path))

const matchesSection = (section: readonly string[], path: readonly string[]) =>
  section.length === path.length && section.every((part, i) => part === '*' || part === path[i])

const kinds: Record<string, { is: (value: unknown) => boolean; name: string }> = {
  string: { is: (value) => typeof value === 'string', name: 'a string' },
  strings: { is: (value) => Array.isArray(value) && value.every(isString), name: 'an array of strings' },
  tables: { is: (value) => Array.isArray(value) && value.every(isTable), name: 'an array of tables' },
  boolean: { is: (value) => typeof value === 'boolean', name: 'true or false' },
  integer: { is: (value) => Number.isSafeInteger(value) && Number(value) >= 0, name: 'a whole number' },
  // Durations and sizes as Go's time.ParseDuration and Docker's RAMInBytes read them.
  duration: { is: matching(/^(0|((\d+(\.\d*)?|\.\d+)(ns|us|µs|ms|s|m|h))+)$/), name: 'a duration such as 1m30s' },
  size: { is: matching(/^\d+(\.\d+)? ?[kmgtp]?i?b?$/i), name: 'a size such as 50MiB' },
}

const isString = (value: unknown) => typeof value === 'string'

function matching(pattern: RegExp) {
  return (value: unknown) => typeof value === 'string' && pattern.test(value)
}

/** The CLI replaces `env(NAME)` by the variable before it parses the value. */
function isOfKind(value: unknown, kind: string): boolean {
  if (typeof value === 'string' && /^env\(\w+\)$/.test(value)) return true
  return kinds[kind]?.is(value) ?? (typeof value === 'string' && kind.split('|').includes(value))
}

const nameOf = (kind: string) => kinds[kind]?.name ?? `one of ${kind.split('|').filter(Boolean).join(', ')}`
