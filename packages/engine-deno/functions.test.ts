import { existsSync } from 'node:fs'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { functionsBed } from 'engine/testing/features'
import { expect, it } from 'vitest'
import { z } from 'zod'

const bed = functionsBed()
const { serve, write } = bed

/** Writes files below `functions/`, by path. */
async function writeAll(files: Record<string, string>) {
  for (const [name, content] of Object.entries(files)) {
    const file = bed.path(`functions/${name}`)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, content)
  }
}

it('loads what the hosted runtime loads', async () => {
  await writeAll({
    'hello/index.ts': `
      import 'https://deno.land/x/xhr@0.1.0/mod.ts'
      import { Names, greet } from '../_shared/words.ts'
      import { z } from 'https://deno.land/x/zod@v3.22.4/mod.ts'
      import text from './text.txt' with { type: 'text' }
      import bytes from './text.txt' with { type: 'bytes' }
      import numbers from './numbers.json' assert { type: 'json' }
      import { page } from './page.tsx'
      import { other } from './other.tsx'
      const names: Names = ['Ana', z.string().parse('Ben')]
      addEventListener('beforeunload', () => {})
      if (import.meta.main) Deno.serve(() => Response.json([names.map(greet), text, [...bytes], numbers, page(), other()]))`,
    'hello/deno.json': `{
      "imports": {
        "https://deno.land/x/zod@v3.22.4/mod.ts": "npm:zod@4",
        "words": "./words.ts",
        "made/jsx-runtime": "./made.ts"
      }
    }`,
    '_shared/words.ts': `
      import { hello } from 'words'
      export type Names = string[]
      export const greet = (name: string) => hello + name
      if (import.meta.main) throw new Error('no')`,
    'hello/words.ts': `export const hello = 'Hello '`,
    'hello/text.txt': '*hi*',
    'hello/numbers.json': '[1, 2]',
    'hello/page.tsx': `/** @jsxImportSource made */
      export const page = () => <p>{'page' as string}</p>`,
    'hello/made.ts': 'export const jsx = (name: string, props: { children: string }) => name + props.children',
    'hello/other.tsx': `/** @jsx make */
      const make = (name: string, _: null, child: string) => name + child
      export const other = () => <p>other</p>`,
  })
  // The test reproduces an installation where a symbolic link leads to the current version.
  await symlink(bed.path('.'), bed.path('current'))
  const { app, call, log } = await serve({}, bed.path('current'))
  const answer = await call('hello')
  expect([answer.status, log]).toEqual([200, []])
  const bytes = [42, 104, 105, 42]
  expect(await answer.json()).toEqual([['Hello Ana', 'Hello Ben'], '*hi*', bytes, [1, 2], 'ppage', 'pother'])
  await app.close()
})

it('says what is to be done where an import leads nowhere, and where in the file an error was', async () => {
  const imports: [string, RegExp][] = [
    ['npm:no-such-thing@4/fp', /: npm install no-such-thing@4\./],
    ['jsr:@nobody/nothing@1/deep', /: npx jsr add @nobody\/nothing@1\./],
    ['@nobody/nothing/deep', /: npm install @nobody\/nothing\./],
    [
      'std/encoding/base64.ts',
      /"std\/encoding\/base64\.ts": "jsr:@std\/encoding\/base64".*: npx jsr add @std\/encoding\./,
    ],
    ['https://deno.land/x/oak@v12/mod.ts', /"https:\S+": "npm:oak".*: npm install oak\./],
    ['https://x.test/mod.ts', /copy it into the project/],
  ]
  await writeAll({ 'deno.json': '{ "imports": { "std/": "https://deno.land/std@0.177.0/" } }' })
  for (const [at, [specifier]] of imports.entries()) {
    await writeAll({ [`f${at}/index.ts`]: `import { a } from '${specifier}'\nDeno.serve(() => a)` })
  }
  await writeAll({
    'wrong/index.ts': `type Many = {\n  lines: string\n}\nDeno.serve(() => {\n  throw new Error('here')\n})`,
    'broken/index.ts': `const a = 1\nconst b = `,
  })
  const { app, call, log } = await serve({ maxThreads: 1 })
  const logged = async (name: string) => {
    log.length = 0
    expect((await call(name)).status).toBeGreaterThanOrEqual(500)
    await expect.poll(() => log).toHaveLength(1)
    return JSON.parse(log[0] ?? '').err
  }
  for (const [at, [specifier, remedy]] of imports.entries()) {
    const { message } = await logged(`f${at}`)
    expect(message).toContain(`f${at}/index.ts imports ${specifier}`)
    expect(message).toMatch(remedy)
  }
  expect((await logged('wrong')).stack).toContain('wrong/index.ts:5:9')
  expect((await logged('broken')).message).toContain('broken/index.ts')
  await app.close()
})

it('lets a function read its own folder and its static files, and write below /tmp, which goes with its thread', async () => {
  await writeAll({
    'files/index.ts': `
      const kindOf = async (work: () => Promise<unknown>) => {
        try { return await work() } catch (error) {
          return Object.keys(Deno.errors).find((name) => error instanceof Deno.errors[name]) ?? String(error)
        }
      }
      Deno.serve(async () => {
        await Deno.mkdir('/tmp/deep/er', { recursive: true })
        await Deno.writeTextFile('/tmp/deep/er/a.txt', 'a')
        await Deno.writeTextFile('/tmp/deep/er/a.txt', 'b', { append: true })
        await Deno.rename('/tmp/deep/er/a.txt', '/tmp/deep/er/b.txt')
        const dir = Deno.makeTempDirSync({ prefix: 'dir-' })
        Deno.writeFileSync(dir + '/x', new Uint8Array([1]))
        const listed = []
        for await (const { name, isFile } of Deno.readDir('/tmp/deep/er')) listed.push([name, isFile])
        return Response.json({
          dir,
          wrote: await Deno.readTextFile('/tmp/deep/er/b.txt'),
          bytes: [...(await Deno.readFile(dir + '/x'))],
          listed,
          size: (await Deno.stat('/tmp/deep/er/b.txt')).size,
          removed: await Deno.remove('/tmp/deep', { recursive: true }).then(() => kindOf(() => Deno.stat('/tmp/deep'))),
          own: await Deno.readTextFile(new URL('./own.txt', import.meta.url)),
          relative: Deno.readTextFileSync('own.txt'),
          cwd: Deno.cwd().endsWith('/functions/files'),
          fixed: await Deno.readTextFile(new URL('../_shared/page.html', import.meta.url)),
          refused: await Promise.all([
            () => Deno.readTextFile('/etc/hostname'),
            () => Deno.readTextFile('../other/index.ts'),
            () => Deno.readTextFile('../_shared/secret.txt'),
            () => Deno.writeTextFile('own.txt', ''),
            () => Deno.writeTextFile('/tmp/../etc/x', ''),
            () => Deno.readTextFile('missing.txt'),
          ].map(kindOf)),
        })
      })`,
    'files/own.txt': 'own',
    '_shared/page.html': '<p>',
    '_shared/secret.txt': 'no',
    'other/index.ts': '',
  })
  await writeFile(bed.path('config.toml'), '[functions.files]\nstatic_files = ["./functions/_shared/*.html"]')
  const { app, call, log } = await serve()
  const answer = await call('files')
  expect([answer.status, log]).toEqual([200, []])
  const { dir, ...found } = z.looseObject({ dir: z.string() }).parse(await answer.json())
  expect(existsSync(dir)).toBe(true)
  expect(found).toEqual({
    wrote: 'ab',
    bytes: [1],
    listed: [['b.txt', true]],
    size: 2,
    removed: 'NotFound',
    own: 'own',
    relative: 'own',
    cwd: true,
    fixed: '<p>',
    refused: [...Array(5).fill('PermissionDenied'), 'NotFound'],
  })
  await app.close()
  expect(existsSync(dir)).toBe(false)
})

it('asks what was given to Deno.serve what to answer when its handler throws', async () => {
  await write(
    'careful',
    `Deno.serve({ onError: ({ message }) => new Response(message, { status: 409 }) }, async () => { throw new Error('Taken') })`,
  )
  const { app, call } = await serve()
  const response = await call('careful')
  expect([response.status, await response.text()]).toEqual([409, 'Taken'])
  await app.close()
})

it('goes by the import map that config.toml names', async () => {
  const source = `import { hello } from 'greetings/hello.ts'\nDeno.serve(() => new Response(hello('Ana')))`
  for (const name of ['mapped', 'lost']) await write(name, source)
  await mkdir(bed.path('maps'))
  await writeFile(bed.path('maps/greetings.json'), '{ "imports": { "greetings/": "../words/" } }')
  await mkdir(bed.path('words'))
  await writeFile(bed.path('words/hello.ts'), "export const hello = (name: string) => 'Hello ' + name")
  const settings = ['mapped', 'lost'].map(
    (name) => `[functions.${name}]\nimport_map = "./maps/${name === 'lost' ? 'nowhere' : 'greetings'}.json"\n`,
  )
  await writeFile(bed.path('config.toml'), settings.join(''))
  const { app, call, log } = await serve()
  expect(await (await call('mapped')).text()).toBe('Hello Ana')
  expect((await call('lost')).status).toBe(503)
  await expect
    .poll(() => log)
    .toEqual([expect.stringMatching(/names the import map \S+nowhere\.json, which does not exist/)])
  await app.close()
})

it('gives each function variables of its own by Deno.env, which are those of process.env', async () => {
  await write(
    'sets',
    `Deno.serve(() => {
      Deno.env.set('CITY', 'York'); Deno.env.set('COLOUR', 'red'); Deno.env.delete('COUNTRY'); process.env.SIZE = 7
      return Response.json([Deno.env.toObject(), process.env, Deno.env.has('COUNTRY')])
    })`,
  )
  await write('reads', `Deno.serve(() => Response.json(Deno.env.toObject()))`)
  const { app, call } = await serve({ maxThreads: 1 })
  const variables = z.record(z.string(), z.string())
  const [changed, ofProcess, hasCountry] = z
    .tuple([variables, variables, z.boolean()])
    .parse(await (await call('sets')).json())
  expect(changed).toMatchObject({ CITY: 'York', COLOUR: 'red', SIZE: '7', SUPABASE_FUNCTION_SLUG: 'sets' })
  expect(ofProcess).toEqual(changed)
  expect(hasCountry).toBe(false)
  const others = variables.parse(await (await call('reads')).json())
  expect(others).toMatchObject({ CITY: 'Bath', COUNTRY: 'England' })
  expect(others.COLOUR).toBeUndefined()
  await app.close()
})
