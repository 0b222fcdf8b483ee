import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { tablesOf } from '../kernel/feature.ts'
import { administration } from './admin/index.ts'
import { deleteOutdatedRows } from './delete-outdated-rows.ts'
import { authFeatures } from './features.ts'
import { createTestBed, password } from './testing/test-bed.ts'

const home = import.meta.dirname
const list = 'features.ts'

const textOf = (file: string) => readFileSync(join(home, file), 'utf8')

/** The imports of each file of the service, except tests, which may import anything. */
const imports = new Map(
  readdirSync(home, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.startsWith('testing'))
    .map((file) => {
      const named = textOf(file).matchAll(/(?:from |import\()'(\.[^']+)'/g)
      const targets = Array.from(named, ([, target = '']) => relative(home, resolve(home, dirname(file), target)))
      return [file, targets.filter((target) => !target.startsWith('..'))]
    }),
)

const featureFolders = (imports.get(list) ?? [])
  .filter((file) => file.endsWith('/index.ts'))
  .map((file) => dirname(file))
const featureOf = (file: string) => featureFolders.find((folder) => file.startsWith(`${folder}/`))
const roomOf = (file: string) => (dirname(file) === '.' ? file : dirname(file))

/** The files of the service that are loaded with this one. */
function filesLoadedBy(file: string, loaded = new Set<string>()): Set<string> {
  if (loaded.has(file)) return loaded
  loaded.add(file)
  for (const [, target = ''] of textOf(file).matchAll(/^(?:import|export) (?!type )[^;]*?from '(\.[^']+)'/gm)) {
    const imported = relative(home, resolve(home, dirname(file), target))
    if (!imported.startsWith('..')) filesLoadedBy(imported, loaded)
  }
  return loaded
}

const bed = await createTestBed()

describe('a feature is a folder and a line', () => {
  it('of which the list has one each', () => {
    expect(featureFolders).toHaveLength(authFeatures.length)
  })

  it('that nobody else knows, so that everything else builds without it', () => {
    const trespasses = [...imports].flatMap(([file, targets]) =>
      file === list
        ? []
        : targets.flatMap((target) => {
            const feature = featureOf(target)
            return feature !== undefined && feature !== featureOf(file) ? [`${file} imports ${target}`] : []
          }),
    )
    expect(trespasses).toEqual([])
  })

  it('of which only the description is loaded where it is off', () => {
    const isLight = (file: string) =>
      ['index.ts', 'errors.ts', 'names.ts'].includes(file) || /^without-|(^|-)sections?\.ts$/.test(file)
    const loaded = [...filesLoadedBy(list)]
    expect(loaded.filter((file) => featureOf(file) !== undefined && !isLight(basename(file)))).toEqual([])
    // The service loads its own files even without the list of features.
    const loadedAnyway = filesLoadedBy('index.ts', new Set([list]))
    // The language of templates is this repository's own, small, and loaded by every mail.
    const importsLibrary = (file: string) =>
      /^import (?!type )[^;]*?from '(?!zod'|engine-go-template'|\.)/m.test(textOf(file))
    expect(loaded.filter((file) => !loadedAnyway.has(file) && importsLibrary(file))).toEqual([])
  })

  it('whose doors lead to no circle', () => {
    const rooms = new Map<string, Set<string>>()
    for (const [file, targets] of imports) {
      const doors = rooms.get(roomOf(file)) ?? new Set()
      for (const target of targets) if (roomOf(target) !== roomOf(file)) doors.add(roomOf(target))
      rooms.set(roomOf(file), doors)
    }
    // A folder without outgoing imports is part of no cycle; it is removed together with the imports that lead to it.
    for (let size = -1; size !== rooms.size; ) {
      size = rooms.size
      for (const [room, doors] of rooms) if (![...doors].some((door) => rooms.has(door))) rooms.delete(room)
    }
    expect([...rooms.keys()]).toEqual([])
  })
})

describe('the service without any feature', async () => {
  const service = await bed.service({ features: [] })

  it('signs people up, in, on and out', async () => {
    expect((await service.confirmed('ana@core.test')).status).toBe(303)
    const { status, body: session } = await service.signIn('ana@core.test')
    expect(status).toBe(200)
    expect((await service.refresh(session.refresh_token)).status).toBe(200)
    expect((await service.call('GET', '/user', { token: session.access_token })).body.email).toBe('ana@core.test')
    expect((await service.call('POST', '/logout', { token: session.access_token })).status).toBe(204)
    expect((await service.call('GET', '/user', { token: session.access_token })).status).toBe(403)
  })

  it('gives an account that somebody left unproven to whoever comes next', async () => {
    await service.signUp('left@core.test', { by: 'a stranger' })
    const { body } = await service.signUp('left@core.test', { by: 'its owner' })
    expect(body.user_metadata.by).toBe('its owner')
  })

  it('lets administrators make people and remove them, given administration alone', async () => {
    const service = await bed.service({ features: [administration] })
    const token = bed.tokens.serviceRoleKey
    const { body: user } = await service.call('POST', '/admin/users', {
      token,
      body: { email: 'ben@core.test', password, email_confirm: true },
    })
    expect((await service.signIn('ben@core.test')).status).toBe(200)
    const gone = await service.call('DELETE', `/admin/users/${user.id}`, { token, body: { should_soft_delete: true } })
    expect(gone.status).toBe(200)
    expect((await service.signIn('ben@core.test')).status).toBe(400)
  })

  it('has no routes but its own', async () => {
    const all = await bed.service()
    for (const [method, path] of [
      ['POST', '/sso'],
      ['POST', '/passkeys/authentication/options'],
      ['GET', '/callback'],
    ] as const) {
      const { body } = await service.call(method, path, { body: {} })
      expect(body?.message).toBe(`There is no route ${method} /auth/v1${path}`)
      expect((await all.call(method, path, { body: {} })).body?.message).not.toBe(body?.message)
    }
    expect((await service.call('POST', '/token?grant_type=web3', { body: {} })).body.code).toBe(
      'web3_provider_disabled',
    )
  })
})

describe('the service on a database that never had further features on', async () => {
  const bed = await createTestBed(tablesOf(authFeatures, {}))
  const service = await bed.service()
  const key = bed.tokens.serviceRoleKey

  it('has none of their tables', async () => {
    expect(await bed.sql('select feature from engine.feature_migrations')).toEqual([{ feature: 'authenticator-apps' }])
  })

  it('tidies up, bans people and removes them without', async () => {
    await service.confirmed('ana@core.test')
    const { user } = (await service.signIn('ana@core.test')).body
    const path = `/admin/users/${user.id}`
    await deleteOutdatedRows(service.scope)
    expect((await service.call('PUT', path, { token: key, body: { ban_duration: '24h' } })).status).toBe(200)
    expect((await service.signIn('ana@core.test')).body.code).toBe('user_banned')
    for (const should_soft_delete of [true, false]) {
      expect((await service.call('DELETE', path, { token: key, body: { should_soft_delete } })).status).toBe(200)
    }
  })
})
