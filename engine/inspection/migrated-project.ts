import type { Project } from '../kernel/config/project.ts'
import type { WithFeatureTables } from '../kernel/feature-tables.ts'
import type { ApiSection } from '../rest/api-section.ts'

/** The part of a project that shapes its database: its migrations, its features, and who may use new tables. */
export type MigratedProject = Pick<
  Project<{ api: ApiSection; db: { vault: Record<string, string> } }>,
  'dir' | 'config'
> &
  WithFeatureTables
