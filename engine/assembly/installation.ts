import type { TemplateValues } from 'engine-go-template'
import type { HealthPart } from '../health/health.ts'
import type { RunningEngine } from '../kernel/running-engine.ts'
import type { Job } from '../scheduler/scheduler.ts'
import type { AnsweredPage } from '../site/answered-page.ts'
import type { RenderedPage } from '../site/rendered-pages.ts'

/** What the program that starts the engine passes in: its project, its pages and its name. */
export type Installation = {
  /** The name in log lines, and in the names that other servers show for it. */
  name: string
  env: NodeJS.ProcessEnv
  /** The folder of a Supabase project (`config.toml`, `migrations/`, `functions/`); PROJECT_DIR overrides it. */
  project?: string
  /** Left out, only the API is served. */
  site?: {
    /** The folder of a built site; SITE_DIR overrides it. */
    dir: string
    /**
     * The values for the slots of the pages (`contact/index.html.template` beside `contact/index.html`, in the notation
     * of the mails), also in mails as `.Site`. Read once the server answers, and then three times a minute.
     */
    slots?: (engine: RunningEngine) => Promise<TemplateValues>
    /** Pages that are rendered for each request. */
    pages?: readonly RenderedPage[]
  }
  /** Fills a new database from the project's `sql_paths`, and then from further files of the project. */
  seed?: boolean
  seedAlso?: readonly string[]
  /** Variables that the installation itself reads, so that a typing error in one is noticed. */
  variables?: readonly string[]
  /** Runs once the server answers, before /health reports it. An error ends the start. */
  prepare?: (engine: RunningEngine) => Promise<void>
  /** Whether the bearer of this access token may read the details of /health; left out, only keys may. */
  mayReadHealth?: (engine: RunningEngine, token: string) => Promise<boolean>
  /** Called for each public page of the built site that was served. */
  onPage?: (page: AnsweredPage) => void
  /** The addresses that get a mail when a part of /health keeps failing; read while everything works. */
  alertRecipients?: (engine: RunningEngine) => Promise<readonly string[]>
  /** Runs when the engine is about to stop, while it still answers. */
  finish?: () => Promise<void>
  /** Jobs that run at the start and whenever they are due, on one of several servers. */
  jobs?: (engine: RunningEngine) => readonly Job[]
  /** Parts of the installation that /health reports, beside the engine's own. */
  healthParts?: (engine: RunningEngine) => readonly HealthPart[]
}
