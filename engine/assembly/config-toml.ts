import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parse, TomlError, type TomlTable } from 'smol-toml'
import { z } from 'zod'
import { authSection } from '../auth/auth-section.ts'
import { functionsSection, runtimeSection } from '../functions/functions-section.ts'
import { withEnvFiles } from '../kernel/config/env-files.ts'
import { isTable } from '../kernel/config/environment-overrides.ts'
import { ConfigError } from '../kernel/config/environment-variables.ts'
import { FilledIn } from '../kernel/config/filled-in.ts'
import type { Project as ProjectOf } from '../kernel/config/project.ts'
import { refusedByCli } from '../kernel/config/refused-by-cli.ts'
import { unknownSettings } from '../kernel/config/unknown-settings.ts'
import type { WithFeatureTables } from '../kernel/feature-tables.ts'
import { readTextIfPresent } from '../kernel/text-file.ts'
import { realtimeSection } from '../realtime/realtime-section.ts'
import { apiSection } from '../rest/api-section.ts'
import { storageSection } from '../storage/storage-section.ts'
import { featureTables } from './features.ts'

/** A project with the sections of all services and the tables of their features. */
export type Project = ProjectOf<ProjectConfig> & WithFeatureTables

export type ProjectConfig = z.infer<typeof projectConfig>

// A missing setting stays undefined: the service that uses it knows the default. Unknown settings are kept, since one
// config.toml serves this engine, the CLI and the hosted service. Settings of the engine's own belong in engine.toml.
const projectConfig = z.looseObject({
  project_id: z.string().optional(),
  api: apiSection.prefault({}),
  db: z
    .looseObject({
      seed: z
        .looseObject({ enabled: z.boolean().default(true), sql_paths: z.array(z.string()).default(['./seed.sql']) })
        .prefault({}),
      vault: z.record(z.string(), z.string()).default({}),
    })
    .prefault({}),
  auth: authSection.prefault({}),
  realtime: realtimeSection.prefault({}),
  storage: storageSection.prefault({}),
  edge_runtime: runtimeSection.prefault({}),
  functions: functionsSection.default({}),
})

/**
 * Reads and checks the project's settings. As in the CLI, the environment and the project's .env files override them
 * (`SUPABASE_AUTH_SITE_URL`), and values of the form `env(NAME)` are replaced from there; where the variable is unset, the
 * setting counts as missing.
 */
export async function loadProject(dir: string, env: NodeJS.ProcessEnv = process.env): Promise<Project> {
  const shared = readToml(join(dir, 'config.toml'), await readConfigText(dir))
  const own = readToml(join(dir, 'engine.toml'), await readTextIfPresent(join(dir, 'engine.toml')))
  const written = mergeTables(shared, own)
  const filledIn = new FilledIn(written, await withEnvFiles(resolve(dir), env))
  // The settings are parsed once or twice, so compiling a parser for them would take longer.
  const parsed = () => projectConfig.safeParse(filledIn.settings, { jitless: true })
  const first = parsed()
  const config = !first.success && filledIn.convert(first.error.issues) ? parsed() : first
  if (!config.success) {
    const [issue] = config.error.issues
    const variable = issue && filledIn.overriddenBy(issue.path)
    if (variable !== undefined) throw new ConfigError(`${variable} is wrong: ${issue?.message}.`)
    const file = issue && isSetIn(own, issue.path) ? 'engine.toml' : 'config.toml'
    throw new ConfigError(`${join(dir, file)} is wrong at ${issue?.path.join('.')}: ${issue?.message}.`)
  }
  const unknown = unknownSettings(filledIn.settings, projectConfig)
  const refused = refusedByCli(shared)
  const ofTheEngine = refused.filter(({ name, because }) => because === 'unknown key' && !unknown.includes(name))
  return {
    dir: resolve(dir),
    config: config.data,
    featureTables: (vaultKey) => featureTables(config.data, vaultKey),
    unknownSettings: unknown,
    misplacedSettings: ofTheEngine.map(({ name }) => name),
    refusedSettings: refused,
    variables: filledIn.variables,
  }
}

async function readConfigText(dir: string): Promise<string> {
  const folder = await stat(dir).catch(() => undefined)
  if (!folder?.isDirectory()) {
    throw new ConfigError(
      `PROJECT_DIR should be a folder with a Supabase project in it, but there is no folder ${dir}.`,
    )
  }
  const file = join(dir, 'config.toml')
  const text = await readTextIfPresent(file)
  if (text !== undefined) return text
  throw new ConfigError(`PROJECT_DIR should be a folder with a Supabase project in it, but there is no ${file}.`)
}

function readToml(file: string, text = ''): TomlTable {
  try {
    return parse(text)
  } catch (error) {
    if (!(error instanceof TomlError)) throw error
    const [reason] = error.message.split('\n') // the rest is a drawing of the place
    throw new ConfigError(`${file} is not valid TOML in line ${error.line}: ${reason}.`)
  }
}

/** Merges tables key by key; of other values the upper one wins. */
function mergeTables(under: TomlTable, over: TomlTable): TomlTable {
  const joined = { ...under }
  for (const [name, value] of Object.entries(over)) {
    const below = under[name]
    joined[name] = below !== undefined && isTable(below) && isTable(value) ? mergeTables(below, value) : value
  }
  return joined
}

function isSetIn(table: TomlTable, [name, ...rest]: readonly PropertyKey[]): boolean {
  const value = name === undefined ? undefined : table[String(name)]
  return value !== undefined && (!isTable(value) || rest.length === 0 || isSetIn(value, rest))
}
