import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { variableNames } from 'engine/config'
import { expect, it } from 'vitest'
import { adminVariables } from '../../server/first-admin.ts'

const read = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8')
const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.yaml'))
const found = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].flatMap(([, name]) => name ?? [])

/** Variables that Mainstreet and its S3 client read. */
const ours = new Set([...variableNames, ...adminVariables, 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'])
/** Variables of the sample Caddyfiles, of PostgreSQL's image and of Garage. */
const ofOthers = /^(SERVERS|SUPABASE_(URL|ANON_KEY)|POSTGRES_\w+|GARAGE_\w+)$/

it.each(files)('%s sets nothing that nobody reads', (name) => {
  const names = found(read(name), /^ +([A-Z][A-Z0-9_]+): /gm)
  expect(names.filter((variable) => !ours.has(variable) && !ofOthers.test(variable))).toEqual([])
})

it('.env.example says what each of the files asks for, and nothing else', () => {
  const named = found(read('.env.example'), /^#?([A-Z][A-Z0-9_]+)=/gm)
  const asked = new Set(files.flatMap((name) => found(read(name), /\$\{([A-Z0-9_]+)/g)))
  expect([...asked].filter((variable) => !named.includes(variable))).toEqual([])
  expect(named.filter((variable) => !asked.has(variable) && !ours.has(variable))).toEqual([])
})

it.each(files)('%s declares the volumes that it and the files it extends mount', (name) => {
  const text = read(name)
  if (!/^name: /m.test(text)) return
  const extended = found(text, /file: (\S+?),/g).map(read)
  const mounted = [text, ...extended].flatMap((file) => found(file, /^ +- ([a-z-]+):\//gm))
  const declared = found(text.split(/^volumes:$/m)[1] ?? '', /^ {2}([a-z-]+):$/gm)
  expect([...new Set(mounted)].sort()).toEqual(declared.sort())
})
