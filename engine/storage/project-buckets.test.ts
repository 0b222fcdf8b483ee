import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { typeOf } from './project-buckets.ts'
import { png } from './testing/sample-files.ts'

const home = await mkdtemp(join(tmpdir(), 'engine-buckets-'))
afterAll(() => rm(home, { recursive: true }))

it.each([
  ['app.js', 'text/javascript'],
  ['module.MJS', 'text/javascript'],
  ['list.yaml', 'application/yaml'],
  ['list.yml', 'application/yaml'],
  ['query.sql', 'application/sql'],
  ['read.md', 'text/markdown'],
  ['rows.jsonl', 'application/jsonl'],
  ['map.geojson', 'application/geo+json'],
  ['note', 'application/octet-stream'],
])('a file %s that fills a bucket is %s', async (name, type) => {
  await writeFile(join(home, name), 'a: 1')
  expect(await typeOf(join(home, name))).toBe(type)
})

it('a file without an ending is what its content says', async () => {
  await writeFile(join(home, 'picture'), png)
  expect(await typeOf(join(home, 'picture'))).toBe('image/png')
})
