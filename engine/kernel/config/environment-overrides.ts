import type { TomlTable, TomlValue } from 'smol-toml'
import { cliSections } from './cli-settings.ts'

/** A setting whose value an environment variable gives, as text. */
export type EnvironmentOverride = { path: readonly string[]; variable: string; text: string }

/**
 * Sections that the CLI has only where the file has them: there, and below names that a project chooses, only the keys
 * in the file can be overridden.
 */
const optionalSections =
  /^(auth\.(captcha|hook|email\.smtp|passkey|webauthn)|storage\.image_transformation|db\.ssl_enforcement|experimental)(\.|$)/

/**
 * The settings that the environment overrides, as the CLI reads it: SUPABASE_AUTH_SITE_URL goes before `site_url` in the
 * section `auth` of the file. An empty variable is none.
 */
export function environmentOverrides(written: TomlTable, env: NodeJS.ProcessEnv): EnvironmentOverride[] {
  if (!Object.keys(env).some((name) => name.startsWith(PREFIX))) return []
  return overridable(written).flatMap((path) => {
    const variable = `${PREFIX}${path.join('_').replaceAll('.', '_').toUpperCase()}`
    const text = env[variable]
    return text ? [{ path, variable, text }] : []
  })
}

const PREFIX = 'SUPABASE_'

const overridable = (written: TomlTable): string[][] =>
  [...cliSections].flatMap(([section, kinds]) => {
    const parts = section === '.' ? [] : section.split('.')
    const isInFile = parts.includes('*') || kinds.has('*') || optionalSections.test(section)
    const keys = [...kinds].filter(([, kind]) => kind !== 'tables').map(([key]) => key)
    return isInFile ? keys.flatMap((key) => inFile(written, [...parts, key])) : keys.map((key) => [...parts, key])
  })

/** The paths in the file that match this one, in which `*` is any name. */
function inFile(table: TomlTable, [part = '', ...rest]: readonly string[]): string[][] {
  const names = part === '*' ? Object.keys(table) : Object.hasOwn(table, part) ? [part] : []
  return names.flatMap((name) => {
    const value = table[name]
    if (rest.length === 0) return [[name]]
    return value !== undefined && isTable(value) ? inFile(value, rest).map((below) => [name, ...below]) : []
  })
}

export const isTable = (value: TomlValue): value is TomlTable =>
  typeof value === 'object' && !Array.isArray(value) && !(value instanceof Date)

/** The table with a text at this path. */
export function withText(table: TomlTable, [name = '', ...rest]: readonly string[], text: string): TomlTable {
  if (rest.length === 0) return { ...table, [name]: text }
  const below = table[name]
  return { ...table, [name]: withText(below !== undefined && isTable(below) ? below : {}, rest, text) }
}
