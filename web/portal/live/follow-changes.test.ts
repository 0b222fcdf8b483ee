import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { followedTables } from './follow-changes.ts'

it('follows the tables whose changes are told', () => {
  const migrations = join(import.meta.dirname, '../../../supabase/migrations')
  const sql = globSync('*.sql', { cwd: migrations }).map((path) => readFileSync(join(migrations, path), 'utf8'))
  const told = sql.flatMap((text) => [...text.matchAll(/publication supabase_realtime add table([^;]+);/g)])
  const tables = told.flatMap(([, list = '']) => [...list.matchAll(/public\.(\w+)/g)].map(([, table]) => table))
  expect([...followedTables].sort()).toEqual(tables.sort())
})
