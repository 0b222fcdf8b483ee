import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readEnvFile, withEnvFiles } from './env-files.ts'
import { ConfigError } from './environment-variables.ts'

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

it.each([
  ['A=abc#def', { A: 'abc#def' }],
  ['A=#abc', { A: '#abc' }],
  ['A=abc #def # of it', { A: 'abc' }],
  ['A="abc #def" # a remark', { A: 'abc #def' }],
  ['A="a\\"b"', { A: 'a"b' }],
  ['A="{\\"key\\":\\"value\\"}"', { A: '{"key":"value"}' }],
  ['A="C:\\\\"', { A: 'C:\\' }],
  ['A="-----BEGIN-----\\nabc\\r\\n"', { A: '-----BEGIN-----\nabc\r\n' }],
  ['A="1\r\nB=2"\r\nC=3', { A: '1\nB=2', C: '3' }],
  ["A='1\nB=2'\nC=3", { A: '1\nB=2', C: '3' }],
  ["A='a\\nb$C'", { A: 'a\\nb$C' }],
  ['A=x\\ny', { A: 'x\\ny' }],
  ['A=`x`', { A: '`x`' }],
  ['A=1\nB="$A\\$A"', { A: '1', B: '1$A' }],
  ['  A = 1 \n#B=2\n\n---\nC: 3', { A: '1', C: '3' }],
  ['A=\nB=a=b', { A: '', B: 'a=b' }],
  ['A-B=1\na.b=2', { 'A-B': '1', 'a.b': '2' }],
])('keeps all of %j, as the CLI does', async (text, expected) => {
  await writeFile(join(dir, '.env'), text)
  expect(await readEnvFile(join(dir, '.env'))).toEqual(expected)
})

it.each(['B="secret', "B='it's secret'", 'B= "secret" more', 'B secret'])(
  'refuses %j in one line without its value, as the CLI does',
  async (text) => {
    const file = join(dir, '.env')
    await writeFile(file, `A=1\n# The second\n${text}\nC=3`)
    const expected = `${file}: line 3 should be NAME=value, and end where its quotes end.`
    await expect(readEnvFile(file)).rejects.toThrow(new ConfigError(expected))
  },
)
