import { runEngine } from './assembly/command-line.ts'

/**
 * Runs the engine by itself with the project of PROJECT_DIR: by default `supabase/` in the working directory, as for
 * the CLI.
 */
await runEngine({ name: 'Engine' })
