import { randomInt } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { data, request, service } from './client.ts'

const rows = async (path: string, init?: Parameters<typeof request>[1]): Promise<unknown> =>
  JSON.parse((await request(path, init)).body)

describe('full text search', () => {
  it('of a computed document takes it as it is', async () => {
    expect(await rows('/films?select=id&words=fts(english).samurai')).toEqual([{ id: 3 }])
    expect(await rows('/films?select=id&words=not.wfts.samurai&order=id')).toHaveLength(4)
    expect(await rows('/films?select=id&or=(words.plfts.ran,id.eq.5)&order=id')).toEqual([{ id: 4 }, { id: 5 }])
    expect(await rows('/directors?select=id,films(id)&films.words=fts.vagabond&id=eq.1')).toEqual([
      { id: 1, films: [{ id: 2 }] },
    ])
    expect(await rows('/rpc/films_since?since=1900&select=id&words=phfts.seven samurai')).toEqual([{ id: 3 }])
  })

  it('of a computed text makes a document of it', async () => {
    expect(await rows('/directors?select=id&full_name=fts.varda')).toEqual([{ id: 1 }])
  })
})

describe('a limit', () => {
  it('holds where something embedded brings several rows instead of one', async () => {
    for (const select of ['id,directors(both(id))', 'id,...directors(...both(of:id))', 'id,director_views(n)']) {
      expect(await rows(`/films?select=${select}&order=id&limit=2`)).toHaveLength(2)
      expect(await rows(`/films?select=${select}&order=id&limit=1&offset=1`)).toHaveLength(1)
    }
  })

  it('applies behind what is computed', async () => {
    const nested = await rows(
      '/films?select=directors(colleagues(id,films(id)))&directors.colleagues.films.limit=1&limit=1',
    )
    expect(nested).toEqual([
      {
        directors: {
          colleagues: [
            { id: 2, films: [{ id: 3 }] },
            { id: 3, films: [] },
          ],
        },
      },
    ])
    const { status, body } = await request('/films?select=id,directors(debut(id))&directors.debut.limit=-1')
    expect([status, JSON.parse(body)]).toEqual([416, expect.objectContaining({ code: 'PGRST103' })])
    expect(await rows('/films?select=id,directors(both(id))&directors.both.limit=1&id=eq.1')).toHaveLength(1)
  })
})

it('finds nothing in a list of nothing but blanks', async () => {
  expect(await rows('/films?id=in.(  )')).toEqual([])
  expect(await rows('/films?id=in.(\t)')).toEqual([])
  expect(await rows('/films?select=id&id=in.( 1, 2)&order=id')).toEqual([{ id: 1 }, { id: 2 }])
  expect(await rows('/films?select=id&or=(id.in.( ),id.eq.1)')).toEqual([{ id: 1 }])
  expect(await rows('/films?id=not.in.( )')).toHaveLength(5)
})

describe('a media type of the project', () => {
  it('is sent as it is called', async () => {
    const page = await request('/rpc/page?title=Hello', { headers: { accept: 'text/html' } })
    expect([page.headers.get('content-type'), page.body]).toEqual(['text/html', '<h1>Hello</h1>'])
    const dot = await request('/rpc/dot', { headers: { accept: 'image/svg+xml' } })
    expect([dot.headers.get('content-type'), dot.body]).toEqual(['image/svg+xml', '<svg/>'])
  })
})

describe('candidates', () => {
  it('for an embedded resource come in the order of their kinds and keys', async () => {
    const key = (name: string) => `voyages_${name}_harbour_fkey`
    const names = ['at', 'to', 'via']
    expect(await rows('/voyages?select=harbours(id)')).toMatchObject({
      code: 'PGRST201',
      details: names.map((name) => ({
        cardinality: 'many-to-one',
        embedding: 'voyages with harbours',
        relationship: `${key(name)} using voyages(${name}_harbour) and harbours(id)`,
      })),
      hint: `Try changing 'harbours' to one of the following: ${names.map((name) => `'harbours!${key(name)}'`).join(', ')}. Find the desired relationship in the 'details' key.`,
    })
    const { details } = z
      .object({ details: z.array(z.object({ relationship: z.string() })) })
      .parse(await rows('/harbours?select=voyages(id)'))
    expect(details.map(({ relationship }) => relationship.split(' ', 1)[0])).toEqual(names.map(key))
  })

  it('for a function come with the fewest parameters first, then without a comment', async () => {
    expect(await rows('/rpc/sail?days=1&speed=2')).toMatchObject({
      code: 'PGRST203',
      message:
        'Could not choose the best candidate function between: ' +
        'public.sail(days => text, speed => text), public.sail(days => integer, speed => text), ' +
        'public.sail(days => integer, speed => integer, crew => integer)',
    })
  })
})

describe('the default of a domain', () => {
  it('is its columns’ where they have none of their own', async () => {
    const id = randomInt(1e6, 2e9)
    const asked = { columns: 'id,plain,deeper,own,none', select: 'plain,deeper,own,none' }
    const written = await rows(`/moods?${new URLSearchParams(asked)}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', prefer: 'missing=default, return=representation' },
      body: JSON.stringify([{ id }]),
    })
    expect(written).toEqual([{ plain: 'calm', deeper: 'calm', own: 'stormy', none: null }])
    const merged = service
      .from('moods')
      .upsert([{ id, plain: 'merry' }], { defaultToNull: false })
      .select('plain, own')
    expect(data(await merged)).toEqual([{ plain: 'merry', own: 'stormy' }])
  })

  it('is described', async () => {
    expect(await rows('/')).toMatchObject({
      definitions: { moods: { properties: { plain: { default: 'calm' }, own: { default: 'stormy' } } } },
    })
  })
})

it('gives whole numbers the formats of OpenAPI', async () => {
  expect(await rows('/')).toMatchObject({
    definitions: {
      films: { properties: { id: { format: 'int32' }, budget: { format: 'int64' }, rating: { format: 'numeric' } } },
    },
    paths: { '/rpc/total': { get: { parameters: [{ items: { format: 'int32' } }] } } },
  })
})
