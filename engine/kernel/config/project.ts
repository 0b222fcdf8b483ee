import type { RefusedSetting } from './refused-by-cli.ts'

/**
 * A Supabase project as its CLI lays it out: `config.toml`, `migrations/`, `functions/`, `templates/`, `seed.sql`.
 * Settings that the CLI would refuse are in a file of their own beside `config.toml`: `engine.toml` has the same
 * sections and overrides them. `dir` is the folder of both files. Each service knows its own sections, and
 * `assembly/config-toml.ts` reads all of them.
 */
export type Project<Sections = unknown> = Readonly<{
  dir: string
  config: Sections
  /** Settings in either file that the engine does not read. */
  unknownSettings: readonly string[]
  /** Settings in `config.toml` that the engine reads, but for which the CLI refuses the file. */
  misplacedSettings: readonly string[]
  /** Everything in `config.toml` for which the CLI refuses the file. */
  refusedSettings: readonly RefusedSetting[]
  /** The environment variables that the files name. */
  variables: readonly string[]
}>
