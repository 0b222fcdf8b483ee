import type { RefusedSetting } from './refused-by-cli.ts'

/**
 * A Supabase project as its CLI lays it out: `config.toml`, `migrations/`, `functions/`, `templates/`, `seed.sql`. Settings that
 * the CLI does not know, and would refuse, stand in a file of their own beside `config.toml`: `engine.toml`, which has the same
 * sections and is laid over it. `dir` is the folder that holds both. Each service knows the sections that are its own, and
 * `assembly/supabase-project.ts` reads all of them.
 */
export type Project<Sections = unknown> = Readonly<{
  dir: string
  config: Sections
  /** Settings in either file that nothing here reads. */
  unknownSettings: readonly string[]
  /** Settings in `config.toml` that are read here, and for which the CLI refuses the file. */
  misplacedSettings: readonly string[]
  /** Everything in `config.toml` for which the CLI refuses the file. */
  refusedSettings: readonly RefusedSetting[]
  /** The environment variables that the files name. */
  variables: readonly string[]
}>
