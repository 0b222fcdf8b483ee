import { readFile, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parse, TomlError, type TomlTable, type TomlValue } from 'smol-toml'
import { z } from 'zod'
import { authSection } from '../auth/section.ts'
import { ConfigError } from '../kernel/config/config.ts'
import { unknownSettings } from '../kernel/config/unknown-settings.ts'
import { realtimeSection } from '../realtime/project-settings.ts'
import { apiSection } from '../rest/project-settings.ts'
import { storageSection } from '../storage/project-settings.ts'

/**
 * A Supabase project as its CLI lays it out: `config.toml`, `migrations/`, `functions/`, `templates/`, `seed.sql`.
 * `dir` is the folder that holds `config.toml`; `unknownSettings` are those in it that nothing here reads.
 */
export type Project = Readonly<{
  dir: string
  config: ProjectConfig
  unknownSettings: readonly string[]
  /** Of the environment, that config.toml asks for. */
  variables: readonly string[]
}>

export type ProjectConfig = z.infer<typeof projectConfig>

// A left out setting stays undefined: the service that uses it knows the default. Unknown settings are kept,
// since one config.toml serves this engine, the CLI and the hosted service.
const projectConfig = z.looseObject({
  project_id: z.string().optional(),
  api: apiSection.prefault({}),
  db: z
    .looseObject({
      seed: z
        .looseObject({ enabled: z.boolean().default(true), sql_paths: z.array(z.string()).default(['./seed.sql']) })
        .prefault({}),
    })
    .prefault({}),
  auth: authSection.prefault({}),
  realtime: realtimeSection.prefault({}),
  storage: storageSection.prefault({}),
  edge_runtime: z
    .looseObject({
      enabled: z.boolean().optional(),
      secrets: z.record(z.string(), z.string()).default({}),
      /** Ours: the largest body of a request to a function. */
      max_body_size: z.string().optional(),
      /** Ours: how long a thread of functions may answer nothing at all. */
      silence_ms: z.int().positive().optional(),
      /** Ours: how long a function may compute without a pause. */
      computing_ms: z.int().positive().optional(),
      /** Ours: how many threads functions have at most. */
      max_threads: z.int().positive().optional(),
    })
    .prefault({}),
  functions: z
    .record(
      z.string(),
      z.looseObject({
        enabled: z.boolean().default(true),
        verify_jwt: z.boolean().default(true),
        entrypoint: z.string().optional(),
        /** Left out: the nearest to the function. */
        import_map: z.string().optional(),
        /** What the function may read beside the files of its own folder. */
        static_files: z.array(z.string()).optional(),
      }),
    )
    .default({}),
})

/**
 * Reads and checks the project's `config.toml`. Texts of the form `env(NAME)` are replaced from the environment, as
 * the CLI does; where the variable is unset the setting counts as left out.
 */
export async function loadProject(dir: string, env: NodeJS.ProcessEnv = process.env): Promise<Project> {
  const file = join(dir, 'config.toml')
  const written = await readToml(dir, file)
  const settings = fillIn(written, env)
  // Parsed once, which a parser made for the purpose would not be worth.
  const config = projectConfig.safeParse(settings, { jitless: true })
  if (config.success) {
    return {
      dir: resolve(dir),
      config: config.data,
      unknownSettings: unknownSettings(settings, projectConfig),
      variables: Array.from(JSON.stringify(written).matchAll(/"env\((\w+)\)"/g), ([, name = '']) => name),
    }
  }
  const [issue] = config.error.issues
  throw new ConfigError(`${file} is wrong at ${issue?.path.join('.')}: ${issue?.message}.`)
}

async function readToml(dir: string, file: string): Promise<TomlTable> {
  const folder = await stat(dir).catch(() => undefined)
  if (!folder?.isDirectory()) {
    throw new ConfigError(
      `PROJECT_DIR should be a folder with a Supabase project in it, but there is no folder ${dir}.`,
    )
  }
  const text = await readFile(file, 'utf8').catch(() => {
    throw new ConfigError(`PROJECT_DIR should be a folder with a Supabase project in it, but there is no ${file}.`)
  })
  try {
    return parse(text)
  } catch (error) {
    if (!(error instanceof TomlError)) throw error
    const [reason] = error.message.split('\n') // the rest is a drawing of the place
    throw new ConfigError(`${file} is not valid TOML in line ${error.line}: ${reason}.`)
  }
}

function fillIn(table: TomlTable, env: NodeJS.ProcessEnv): TomlTable {
  const filled: TomlTable = {}
  for (const [name, value] of Object.entries(table)) {
    const replaced = fillInValue(value, env)
    if (replaced !== undefined) filled[name] = replaced
  }
  return filled
}

function fillInValue(value: TomlValue, env: NodeJS.ProcessEnv): TomlValue | undefined {
  if (typeof value === 'string') {
    const variable = /^env\((\w+)\)$/.exec(value)?.[1]
    return variable === undefined ? value : env[variable] || undefined
  }
  if (Array.isArray(value)) return value.map((item) => fillInValue(item, env)).filter((item) => item !== undefined)
  return isTable(value) ? fillIn(value, env) : value
}

const isTable = (value: TomlValue): value is TomlTable =>
  typeof value === 'object' && !Array.isArray(value) && !(value instanceof Date)
