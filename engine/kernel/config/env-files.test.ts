import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readEnvFile, withEnvFiles } from './env-files.ts'

let dir: string
beforeEach(async () => {
  dir = join(await mkdtemp(join(tmpdir(), 'env-files-')), 'supabase')
  await mkdir(dir)
})
afterEach(() => rm(dirname(dir), { recursive: true }))

it('are read in the order of the CLI, and the environment goes before all of them', async () => {
  const inOrder = [
    '.env.development.local',
    '.env.local',
    '.env.development',
    '.env',
    '../.env.development.local',
    '../.env.local',
    '../.env.development',
    '../.env',
  ]
  for (const file of inOrder.toReversed()) {
    await writeFile(join(dir, file), `NAME=${file}\nGIVEN=${file}`)
    expect(await withEnvFiles(dir, { GIVEN: 'by the shell' })).toEqual({ NAME: file, GIVEN: 'by the shell' })
  }
  await writeFile(join(dir, '.env.staging'), 'NAME=staging')
  expect(await withEnvFiles(dir, { SUPABASE_ENV: 'staging' })).toMatchObject({ NAME: '.env.local' })
  expect(await withEnvFiles(dir, { SUPABASE_ENV: 'test' })).toMatchObject({ NAME: '.env' })
  expect(await withEnvFiles(join(dir, 'nowhere/at/all'), {})).toEqual({})
})

it('may quote, export, comment and refer to what came before', async () => {
  const text = [
    '\uFEFFPLAIN=a b # a comment',
    'export EXPORTED="c d"',
    '# OUT=1',
    `LINES="1
2"`,
    `AGAIN=\${PLAIN}/$EXPORTED`,
    "LITERAL='$PLAIN'",
    'ESCAPED=\\$PLAIN',
    `UNKNOWN=\${NOBODY}x`,
    'PRICE=5$ or pa$$word',
    'EMPTY=',
  ].join('\r\n')
  await writeFile(join(dir, '.env'), text)
  expect(await readEnvFile(join(dir, '.env'))).toEqual({
    PLAIN: 'a b',
    EXPORTED: 'c d',
    LINES: '1\n2',
    AGAIN: 'a b/c d',
    LITERAL: '$PLAIN',
    ESCAPED: '$PLAIN',
    UNKNOWN: 'x',
    PRICE: '5$ or pa$$word',
    EMPTY: '',
  })
})
