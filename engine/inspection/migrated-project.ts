import type { Project } from '../kernel/config/project.ts'
import type { WithFeatureTables } from '../kernel/feature-tables.ts'
import type { ApiSection } from '../rest/project-settings.ts'

/** What a project says of its database: where its migrations are, which features it asks for, and who may use new tables. */
export type MigratedProject = Pick<Project<{ api: ApiSection }>, 'dir' | 'config'> & WithFeatureTables
