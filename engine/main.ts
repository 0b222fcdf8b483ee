import { runEngine } from './assembly/command-line.ts'

/** The engine by itself, with the project of PROJECT_DIR: `supabase/` where it is started, as the CLI has it. */
await runEngine({ name: 'Engine' })
