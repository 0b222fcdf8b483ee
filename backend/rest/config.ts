import type { ProjectConfig } from '../project.ts'
import { quote } from './sql/sql.ts'

/** What the project's config.toml says of the API, with the CLI's defaults (rest.md §1). */
export type RestConfig = {
  /** The exposed schemas; the first is meant where a request names none. */
  schemas: readonly string[]
  /** The `search_path` of a request for each of them. */
  searchPaths: ReadonlyMap<string, string>
  /** More rows than this come at no level of an answer. */
  maxRows: number
}

export function restConfig({ schemas, extra_search_path, max_rows = 1000 }: ProjectConfig['api']): RestConfig {
  const exposed = schemas?.length ? schemas : ['public', 'graphql_public']
  const extra = extra_search_path ?? ['public', 'extensions']
  const searchPath = (schema: string) => [...new Set([schema, ...extra])].map(quote).join(', ')
  return {
    schemas: exposed,
    searchPaths: new Map(exposed.map((schema) => [schema, searchPath(schema)])),
    maxRows: max_rows,
  }
}
