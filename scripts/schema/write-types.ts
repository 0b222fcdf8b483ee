/** `npm run types` writes the row types from supabase/schemas; with --check it reports whether they are current. */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inspectAfterSql, throwawayDatabase } from 'engine/testing/database'
import { state } from './project-sql.ts'
import { rowTypes } from './row-types.ts'

const root = join(import.meta.dirname, '../..')

/** The pages and the functions do not import each other, so each gets the types for its own role. */
const rooms = [
  { file: 'web/lib/database.types.ts', role: 'authenticated', callers: ['authenticated'] },
  // The functions also run queries with the caller's token.
  {
    file: 'supabase/functions/_shared/database.types.ts',
    role: 'service_role',
    callers: ['service_role', 'authenticated'],
  },
]

await using database = await throwawayDatabase()
const written = await inspectAfterSql(database, await state(), async (tx) => {
  const texts = []
  for (const { file, role, callers } of rooms) {
    texts.push({ path: join(root, file), file, text: formatted(await rowTypes(tx, role, callers), file) })
  }
  return texts
})

for (const { path, file, text } of written) {
  if (!process.argv.includes('--check')) writeFileSync(path, text)
  else if (readFileSync(path, 'utf8') !== text) {
    console.error(`${file} is not what supabase/schemas makes it. Run "npm run types".`)
    process.exitCode = 1
  }
}

function formatted(text: string, file: string): string {
  const biome = join(root, 'node_modules', '.bin', 'biome')
  const { status, stdout, stderr } = spawnSync(biome, ['format', `--stdin-file-path=${file}`], {
    input: text,
    cwd: root,
  })
  if (status !== 0) throw new Error(`The types could not be formatted: ${stderr}`)
  return stdout.toString()
}
