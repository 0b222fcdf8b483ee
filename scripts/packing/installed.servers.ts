import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { createClient } from '@supabase/supabase-js'
import { freePort, keysOf, untilPrinted } from 'engine/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'

const engine = join(import.meta.dirname, '../../engine')
const modules = join(engine, '../node_modules')
const dependencies = z.record(z.string(), z.string())
const description = z.object({ dependencies, optionalDependencies: dependencies, exports: dependencies })

let shop: string
let copy: string
let packed: z.infer<typeof description>

const files = {
  'supabase/config.toml': 'project_id = "shop"\n',
  'supabase/migrations/20260101000000_shop.sql': `
    create table public.products (id int primary key, name text not null);
    create table public.orders (id int primary key, product int not null references public.products);
    alter table public.products enable row level security;
    alter table public.orders enable row level security;
    create policy "everybody sees products" on public.products for select using (true);`,
  'supabase/seed.sql': `insert into public.products values (1, 'Tulip'); insert into public.orders values (7, 1);`,
  'supabase/functions/greet/index.ts': `
    export default {
      async fetch(request: Request): Promise<Response> {
        const { name }: { name: string } = await request.json()
        return Response.json('Hello ' + name)
      },
    }`,
  // The line that the README gives.
  'start.mjs': `import { runEngine } from 'engine'\n\nawait runEngine({ name: 'Shop' })\n`,
}

/**
 * Installs the engine as npm does, but without a registry: the archive is unpacked beside links to what its
 * package.json asks for, and to nothing else.
 */
beforeAll(async () => {
  shop = await mkdtemp(join(tmpdir(), 'shop-'))
  copy = await mkdtemp(join(tmpdir(), 'engine-to-pack-'))
  await copyRepository()
  await installPacked('packages/engine-go-template')
  const installed = await installPacked('engine')
  packed = description.parse(JSON.parse(await readFile(join(installed, 'package.json'), 'utf8')))
  for (const name of Object.keys({ ...packed.dependencies, ...packed.optionalDependencies })) {
    const link = join(shop, 'node_modules', name)
    await mkdir(dirname(link), { recursive: true })
    if (!existsSync(link)) await symlink(join(modules, name), link)
  }
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(shop, name)), { recursive: true })
    await writeFile(join(shop, name), content)
  }
})
afterAll(async () => {
  for (const folder of [shop, copy]) await rm(folder, { recursive: true, force: true })
})

it('starts a project of two tables from an empty folder, with its row policies, files and functions', async () => {
  const port = await freePort()
  const server = spawn(process.execPath, ['start.mjs', '--seed'], {
    cwd: shop,
    env: { PATH: process.env.PATH, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    await untilPrinted(server.stdout, 'Shop is at http')
    const { anonKey, serviceRoleKey } = await keysOf(join(shop, 'data'))
    const client = (key: string) => createClient(`http://localhost:${port}`, key, { auth: { persistSession: false } })
    const [anybody, service] = [client(anonKey), client(serviceRoleKey)]
    expect((await anybody.from('products').select('name')).data).toEqual([{ name: 'Tulip' }])
    expect((await anybody.from('orders').select('id')).data).toEqual([])
    expect((await service.from('orders').select('id, products(name)')).data).toEqual([
      { id: 7, products: { name: 'Tulip' } },
    ])
    expect((await anybody.functions.invoke('greet', { body: { name: 'Ada' } })).data).toBe('Hello Ada')
    expect((await service.storage.createBucket('pictures')).error).toBeNull()
    expect((await service.storage.from('pictures').upload('a.txt', 'a')).error).toBeNull()
  } finally {
    const ended = once(server, 'exit')
    server.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
  }
})

it('has every door but those of tests', async () => {
  const doors = Object.keys(packed.exports).map((door) => join('engine', door))
  expect(doors).toEqual(expect.arrayContaining(['engine', 'engine/config', 'engine/maintenance']))
  expect(doors.filter((door) => door.includes('testing'))).toEqual([])
  const program = doors.map((door) => `await import('${door}')`).join('\n')
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], { cwd: shop })
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  expect([said, code]).toEqual(['', 0])
})

it('brings the types of its doors, by which a program in TypeScript is checked', async () => {
  await symlink(join(modules, '@types'), join(shop, 'node_modules/@types'))
  const check = async (name: string) => {
    const program = `
      import { type RunningEngine, startEngine } from 'engine'
      import { parseConfig } from 'engine/config'
      import type { SamlFeature } from 'engine/feature'
      import { backUp } from 'engine/maintenance'
      export const engine: Promise<RunningEngine> = startEngine({ name: ${name}, env: process.env })
      export const port: number = parseConfig(process.env).port
      export const others: [typeof backUp, SamlFeature?] = [backUp]`
    await writeFile(join(shop, 'program.mts'), program)
    const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--target', 'es2024']
    const checked = spawnSync(join(modules, '.bin/tsc'), [...options, '--types', 'node', 'program.mts'], { cwd: shop })
    return checked.stdout.toString()
  }
  expect(await check(`'Shop'`)).toBe('')
  expect(await check('1')).toContain(`Type 'number' is not assignable to type 'string'`)
})

it('takes a package of its own that was packed likewise, and names the one that is missing', async () => {
  const key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'der' })
  const project = join(shop, 'with-saml')
  await mkdir(project)
  await writeFile(join(project, 'config.toml'), '')
  await writeFile(
    join(project, 'engine.toml'),
    `[auth.saml]\nenabled = true\nprivate_key = "${key.toString('base64')}"\n`,
  )
  const port = await freePort()
  const env = { PATH: process.env.PATH, PORT: String(port), PROJECT_DIR: project, DATA_DIR: join(shop, 'saml-data') }
  const start = () => spawn(process.execPath, ['start.mjs'], { cwd: shop, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const without = start()
  expect(await text(without.stderr)).toContain('asks for SAML single sign-on: run npm install engine-saml.')

  const saml = await installPacked('packages/engine-saml')
  const needed = z.object({ dependencies }).parse(JSON.parse(await readFile(join(saml, 'package.json'), 'utf8')))
  for (const name of Object.keys(needed.dependencies)) {
    const link = join(shop, 'node_modules', name)
    await mkdir(dirname(link), { recursive: true })
    if (!existsSync(link)) await symlink(join(modules, name), link)
  }
  const server = start()
  await untilPrinted(server.stdout, 'Shop is at http')
  const metadata = await fetch(`http://localhost:${port}/auth/v1/sso/saml/metadata`)
  expect([metadata.status, await metadata.text()]).toEqual([200, expect.stringContaining('EntityDescriptor')])
  const ended = once(server, 'exit')
  server.kill('SIGTERM')
  await ended
})

it('leaves the repository as it was', async () => {
  const source = await readFile(join(copy, 'engine/package.json'), 'utf8')
  expect(source).toBe(await readFile(join(engine, 'package.json'), 'utf8'))
  expect(existsSync(join(copy, 'engine/build'))).toBe(false)
})

/** Other tests import the engine by its package.json, which is another one while `npm pack` runs: a copy is packed. */
async function copyRepository() {
  const filter = (path: string) => !path.startsWith(join(engine, 'node_modules'))
  await cp(engine, join(copy, 'engine'), { recursive: true, filter })
  await cp(join(engine, '../packages'), join(copy, 'packages'), { recursive: true })
  await cp(import.meta.dirname, join(copy, 'scripts/packing'), { recursive: true })
  await cp(join(engine, '../LICENSE'), join(copy, 'LICENSE'))
  await symlink(modules, join(copy, 'node_modules'))
}

/** Packs the package in this folder of the copy, and unpacks it into the shop's `node_modules`. Returns where. */
async function installPacked(folder: string): Promise<string> {
  const installed = join(shop, 'node_modules', basename(folder))
  await mkdir(installed, { recursive: true })
  const options = { cwd: join(copy, folder), stdio: 'pipe', env: outsideOfNpm() } as const
  execFileSync('npm', ['pack', '--pack-destination', shop], options)
  const archive = join(shop, `${basename(folder)}-0.1.0.tgz`)
  execFileSync('tar', ['-xzf', archive, '--strip-components=1', '-C', installed])
  return installed
}

/** What npm tells the programs that it runs, `npm test` among them, would have `npm pack` pack the whole repository. */
function outsideOfNpm() {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('npm_')))
}
