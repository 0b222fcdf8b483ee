import type { RunningEngine } from '../kernel/running-engine.ts'
import type { TemplateValues } from '../kernel/template.ts'
import type { Job } from '../scheduler/clock.ts'
import type { AnsweredPage } from '../site/answered-page.ts'
import type { RenderedPage } from '../site/rendered-pages.ts'

/** What somebody brings who starts the engine: their project, their pages, and what they call it. */
export type Installation = {
  /** In its lines on the console, and in the names that other servers show of it. */
  name: string
  env: NodeJS.ProcessEnv
  /** The folder of a Supabase project (`config.toml`, `migrations/`, `functions/`); PROJECT_DIR names another. */
  project?: string
  /** Without one there is only the API. */
  site?: {
    /** The folder of a built site; SITE_DIR names another. */
    dir: string
    /**
     * What stands in the slots of the pages (`contact/index.html.template` beside `contact/index.html`, in the notation of
     * the mails), and in mails as `.Site`. Read once everything answers, and again three times a minute.
     */
    slots?: (engine: RunningEngine) => Promise<TemplateValues>
    /** Pages that are made for each request. */
    pages?: readonly RenderedPage[]
  }
  /** Fills a new database from the project's `sql_paths`, and from further files of the project behind them. */
  seed?: boolean
  seedAlso?: readonly string[]
  /** Variables that the installation itself reads, so that one that is misspelt is noticed. */
  variables?: readonly string[]
  /** Done once everything answers, before /health says so. What it throws ends the start. */
  prepare?: (engine: RunningEngine) => Promise<void>
  /** Whether somebody may read the details of /health, by the token that they signed in with; left out: only keys may. */
  mayReadHealth?: (engine: RunningEngine, token: string) => Promise<boolean>
  /** Told of each public page of the built site that somebody has got. */
  onPage?: (page: AnsweredPage) => void
  /** Whom a mail tells that a part of /health stays amiss: their addresses, asked while all is well. */
  toldOfTrouble?: (engine: RunningEngine) => Promise<readonly string[]>
  /** Done when the engine is to stop, while everything still answers. */
  finish?: () => Promise<void>
  /** Done when the server has started, and again whenever they are due: by one of several servers. */
  jobs?: (engine: RunningEngine) => readonly Job[]
}
