import { rmSync } from 'node:fs'
import { asStamp } from './migrations-folder.ts'
import { differencesOf, NotWritten, type Project } from './write-migration.ts'

const VERSIONS_A_LINE = 7

/**
 * Replaces all migrations by one, made from the schemas. Its header lists the replaced ones, which the engine
 * understands (engine/database/migrations/replaced-migrations.ts), and the last commit that contains them.
 */
export async function squash(project: Project, lastCommit: string): Promise<string> {
  const { folder, schemas, now } = project
  const differing = await differencesOf(project)
  if (differing) throw new NotWritten(differing)
  const replaced = folder.files()
  if (replaced.length < 2) throw new NotWritten('There is one migration already.')
  const file = `${asStamp(now)}_baseline.sql`
  for (const one of replaced) rmSync(folder.path(one))
  const versions = replaced.map((one) => /^\d+/.exec(one)?.[0] ?? '')
  folder.write(file, `${headOf(versions, lastCommit)}\n${bodyOf(schemas)}`)
  folder.record([file])
  return file
}

function headOf(versions: readonly string[], lastCommit: string): string {
  const lines = Array.from({ length: Math.ceil(versions.length / VERSIONS_A_LINE) }, (_, i) =>
    versions.slice(i * VERSIONS_A_LINE, (i + 1) * VERSIONS_A_LINE).join(' '),
  )
  return `-- What the schemas said when this was written, by "npm run migration -- --squash". Databases that have applied the migrations
-- which it replaces count as having applied this one.
${lines.map((line) => `-- replaces: ${line}\n`).join('')}-- last commit that has them: ${lastCommit}
`
}

const bodyOf = (schemas: Project['schemas']) =>
  Array.from(schemas, ([file, sql]) => `-- ${file}\n\n${sql.trim()}\n`).join('\n')
