import { z } from 'zod'
import type { Database } from '../database/database.ts'
import { compareMigrations } from '../database/migrations/compare-migrations.ts'
import type { FileStore } from '../storage/files/file-store.ts'
import { compareFiles } from '../storage/sweep/compare-files.ts'
import { objectsOf } from './list-objects.ts'
import type { MigratedProject } from './migrated-project.ts'

const names = z.array(z.string())

/** The state of a database and its files, without any of their content. */
export const examination = z.object({
  /** The database's clock, in milliseconds. */
  now: z.number(),
  /** PostgreSQL's version as a number, such as 170005. */
  version: z.number(),
  /** The owner of its objects. */
  owner: z.string(),
  migrations: z.object({ missing: names, edited: names, unknown: names }),
  objects: z.record(z.string(), z.string()),
  /** The features that have tables here, including those that are switched off now. */
  features: names,
  files: z.object({
    isOwn: z.boolean(),
    stored: z.number(),
    withoutRow: z.number(),
    withoutFile: z.number(),
    missing: names,
  }),
})
export type Examination = z.output<typeof examination>

type Services = { database: Database; store: FileStore; project: MigratedProject }

/** Examines everything and changes nothing. */
export async function examineDatabase({ database, store, project }: Services): Promise<Examination> {
  const [server] = await database.run<{ now: number; version: number; owner: string }>(
    {},
    {
      text: `select (extract(epoch from clock_timestamp()) * 1000)::float8 as now,
        current_setting('server_version_num')::int as version, current_user::text as owner`,
    },
  )
  const objects = await database.transaction({ readOnly: true }, objectsOf)
  return {
    now: server?.now ?? 0,
    version: server?.version ?? 0,
    owner: server?.owner ?? '',
    migrations: await compareMigrations(database, project.dir, project.featureTables()),
    objects,
    features: 'relation engine.feature_migrations' in objects ? await featuresIn(database) : [],
    files: await compareFiles(database, store),
  }
}

async function featuresIn(database: Database): Promise<string[]> {
  const found = await database.run<{ feature: string }>(
    {},
    { text: 'select distinct feature from engine.feature_migrations order by 1' },
  )
  return found.map(({ feature }) => feature)
}
