import { engine, request } from 'engine/testing/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'

const openApi = z.looseObject({
  swagger: z.literal('2.0'),
  info: z.looseObject({}),
  paths: z.record(z.string(), z.record(z.string(), z.looseObject({}))),
  definitions: z.record(z.string(), z.looseObject({ properties: z.record(z.string(), z.looseObject({})) })),
  parameters: z.record(z.string(), z.looseObject({})),
})
type OpenApi = z.infer<typeof openApi>

async function describedTo(apikey: string, schema = 'archive'): Promise<OpenApi> {
  const { body, status, headers } = await request('/', { headers: { apikey, 'accept-profile': schema } })
  expect([status, headers.get('content-type')]).toEqual([200, 'application/openapi+json; charset=utf-8'])
  expect(headers.get('content-profile')).toBe(schema)
  return openApi.parse(JSON.parse(body))
}

describe('the description of the API', () => {
  let archive: OpenApi
  beforeAll(async () => {
    archive = await describedTo(engine.anonKey)
  })

  it('says what and where it is', () => {
    const { protocol, host } = new URL(engine.url)
    expect(archive).toMatchObject({
      info: { title: 'The archive', description: 'Where the reels are.' },
      host,
      schemes: [protocol.slice(0, -1)],
      basePath: '/rest/v1/',
    })
  })

  it('describes a table with its columns, keys, enumerations and defaults', () => {
    expect(archive.definitions.reels).toEqual({
      description: 'Reels of film\n\nEach lies on a shelf.',
      required: ['id', 'film_id', 'condition'],
      type: 'object',
      properties: {
        id: { description: 'Note:\nThis is a Primary Key.<pk/>', format: 'int32', type: 'integer' },
        film_id: {
          description: "What is on it\n\nNote:\nThis is a Foreign Key to `films.id`.<fk table='films' column='id'/>",
          format: 'int32',
          type: 'integer',
        },
        shelf: { default: 'A-1', format: 'character varying', maxLength: 8, type: 'string' },
        condition: { default: 'fine', enum: ['fine', 'scratched'], format: 'archive.condition', type: 'string' },
        lent: { default: false, format: 'boolean', type: 'boolean' },
        made: { format: 'date', type: 'string' },
        labels: { format: 'text[]', type: 'array', items: { type: 'string' } },
        length: { default: 90, format: 'numeric', type: 'number' },
        notes: { format: 'jsonb' },
        barcode: { default: 'gen_random_uuid()', format: 'uuid', type: 'string' },
      },
    })
  })

  it('has a path for each table and function, with what can be done there', () => {
    expect(Object.keys(archive.paths['/reels'] ?? {}).toSorted()).toEqual(['delete', 'get', 'patch', 'post'])
    expect(archive.paths['/reels']?.get).toMatchObject({
      tags: ['reels'],
      summary: 'Reels of film',
      description: 'Each lies on a shelf.',
      parameters: expect.arrayContaining([
        { $ref: '#/parameters/rowFilter.reels.shelf' },
        { $ref: '#/parameters/select' },
      ]),
      responses: { 200: { schema: { items: { $ref: '#/definitions/reels' } } }, 206: {} },
    })
    expect(Object.keys(archive.paths['/shelves'] ?? {})).toEqual(['get'])
    expect(Object.keys(archive.paths['/rpc/lend'] ?? {})).toEqual(['post'])
    expect(archive.paths['/rpc/lend']?.post).toMatchObject({
      summary: 'Lends a reel',
      parameters: [
        {
          name: 'args',
          in: 'body',
          schema: {
            required: ['reel'],
            properties: {
              reel: { format: 'int32', type: 'integer' },
              labels: { format: 'text[]', type: 'array', items: { type: 'string' } },
            },
          },
        },
        { $ref: '#/parameters/preferParams' },
      ],
    })
    const names = Object.values(archive.paths).flatMap((path) =>
      Object.values(path).flatMap(({ parameters }) => (Array.isArray(parameters) ? parameters : [])),
    )
    const known = Object.keys(archive.parameters).map((name) => `#/parameters/${name}`)
    expect(known).toEqual(expect.arrayContaining(names.flatMap(({ $ref }) => ($ref === undefined ? [] : [$ref]))))
  })

  it('shows to each only what they may reach', async () => {
    expect(Object.keys(archive.definitions).toSorted()).toEqual(['films', 'reels', 'shelves'])
    expect(archive.paths['/rpc/is_lent']).toBe(undefined)
    const whole = await describedTo(engine.serviceRoleKey)
    expect(Object.keys(whole.definitions)).toContain('ledger')
    expect(Object.keys(whole.paths['/rpc/is_lent'] ?? {})).toEqual(['get', 'post'])
    expect(whole.paths['/rpc/is_lent']?.get).toMatchObject({
      parameters: [{ name: 'reel', required: true, in: 'query', format: 'int32', type: 'integer' }],
    })
  })

  it('comes in no other form', async () => {
    expect(await request('/', { headers: { accept: 'text/csv' } })).toMatchObject({
      status: 406,
      body: expect.stringContaining('None of these media types are available: text/csv'),
    })
    expect((await request('/', { method: 'HEAD' })).body).toBe('')
    expect(await request('/', { method: 'POST', body: '{}' })).toMatchObject({
      status: 405,
      body: expect.stringContaining('Unsupported HTTP method: POST'),
    })
    expect((await request('/', { headers: { 'accept-profile': 'secret' } })).status).toBe(406)
  })
})

describe('OPTIONS', () => {
  it.each([
    ['/', 'OPTIONS,GET,HEAD'],
    ['/todos', 'OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE'],
    ['/old_films', 'OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE'],
    ['/old_film_titles', 'OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE'],
    ['/rpc/add_todo', 'OPTIONS,POST'],
    ['/rpc/add_them', 'OPTIONS,GET,HEAD,POST'],
  ])('of %s allows %s', async (path, allowed) => {
    const { status, headers, body } = await request(path, { method: 'OPTIONS' })
    expect([status, headers.get('allow'), body]).toEqual([200, allowed, ''])
  })

  it('of a view that only shows allows to read', async () => {
    const { headers } = await request('/shelves', { method: 'OPTIONS', headers: { 'accept-profile': 'archive' } })
    expect(headers.get('allow')).toBe('OPTIONS,GET,HEAD')
  })

  it('of nothing is refused', async () => {
    expect(await request('/nowhere', { method: 'OPTIONS' })).toMatchObject({
      status: 404,
      body: expect.stringContaining('PGRST205'),
    })
    expect((await request('/rpc/nowhere', { method: 'OPTIONS' })).status).toBe(404)
  })

  it('takes a key, unless a browser asks ahead', async () => {
    const bare = await fetch(`${engine.url}/rest/v1/todos`, { method: 'OPTIONS' })
    expect(bare.status).toBe(401)
    const preflight = await fetch(`${engine.url}/rest/v1/todos`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://elsewhere.test',
        'access-control-request-method': 'PATCH',
        'access-control-request-headers': 'apikey,x-new',
      },
    })
    expect(preflight.status).toBe(200)
    expect(preflight.headers.get('access-control-allow-headers')).toContain('x-new')
    expect(preflight.headers.get('access-control-allow-methods')).toContain('PATCH')
    expect(await preflight.text()).toBe('')
  })
})
