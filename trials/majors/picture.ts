import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { connectTo, openFolder, quoted, tablesOf } from 'engine/testing/database'
import type { Env } from '../earlier/mainstreet.ts'

/** How many rows each table has, and the hash of what all of them say. */
export type Picture = Record<string, string>

/** A backup writes down there that it was made. */
const CHANGED_BY_THE_WAY: ReadonlySet<string> = new Set(['engine.backups'])

/** Of a database that no server is using, by statements of its own: what copies rows has no part in it. */
export async function pictureOf({ DATABASE_URL, DATA_DIR = '' }: Env): Promise<Picture> {
  const { client, end } = DATABASE_URL
    ? await connectTo(DATABASE_URL, 'picture')
    : await openFolder(join(DATA_DIR, 'db'))
  try {
    const picture: Picture = {}
    for (const table of await tablesOf(client)) {
      const name = `${table.schema}.${table.name}`
      if (CHANGED_BY_THE_WAY.has(name)) continue
      const { rows } = await client.query<{ said: string }>(`
        select count(*) || ' rows, ' || coalesce(md5(string_agg(row, e'\\n' order by row collate "C")), '') as said
        from (select to_jsonb(t)::text as row from ${quoted(table)} t) as written`)
      picture[name] = rows[0]?.said ?? ''
    }
    return picture
  } finally {
    await end()
  }
}

export const rowsIn = (picture: Picture) =>
  Object.values(picture).reduce((sum, said) => sum + Number.parseInt(said, 10), 0)

export function differences(then: Picture, now: Picture): string[] {
  const names = new Set([...Object.keys(then), ...Object.keys(now)])
  return [...names].filter((name) => then[name] !== now[name]).map((name) => `${name}: ${then[name]}, now ${now[name]}`)
}

/** Of a folder with all that is in it, to the byte. */
export function hashOfFolder(folder: string): string {
  const hash = createHash('sha256')
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }).sort(byPath)) {
    if (!entry.isFile()) continue
    const file = join(entry.parentPath, entry.name)
    hash.update(file.slice(folder.length)).update(readFileSync(file))
  }
  return hash.digest('hex')
}

const byPath = (a: { parentPath: string; name: string }, b: { parentPath: string; name: string }) =>
  join(a.parentPath, a.name) < join(b.parentPath, b.name) ? -1 : 1
