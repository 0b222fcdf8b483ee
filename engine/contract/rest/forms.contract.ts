import { describe, expect, it } from 'vitest'
import { anonymous, data, request } from './client.ts'

describe('a domain with a representation of its own', () => {
  const red = { id: 1, name: 'red', color: '#FF0000', wall: 'north' }

  it('is shown as its cast to JSON says', async () => {
    expect(data(await anonymous.from('paints').select().eq('id', 1))).toEqual([red])
    expect(data(await anonymous.from('paints').select('shade:color').eq('id', 1).single())).toEqual({
      shade: '#FF0000',
    })
    expect(data(await anonymous.from('paints').select('color::int').eq('id', 1))).toEqual([{ color: 16711680 }])
  })

  it('is filtered by what its cast from text says', async () => {
    const names = async (operator: string, value: string) =>
      data(await anonymous.from('paints').select('name').in('id', [1, 2]).filter('color', operator, value)).map(
        ({ name }) => name,
      )
    expect(await names('eq', '#ff0000')).toEqual(['red'])
    expect(await names('in', '(#0000ff,#000001)')).toEqual(['blue'])
    expect(await names('in', '()')).toEqual([])
    expect(await names('not.eq', '#ff0000')).toEqual(['blue'])
    expect(await names('gt(any)', '{#0000fe,#ffffff}')).toEqual(['red', 'blue'])
    expect(await names('isdistinct', '#0000FF')).toEqual(['red'])
    expect(await names('is', 'null')).toEqual([])
  })

  it('is written from what is sent, and so are its defaults', async () => {
    const id = 1000 + Math.floor(Math.random() * 1e8)
    const green = { id, name: 'green', color: '#00FF00' }
    expect(data(await anonymous.from('paints').insert(green).select())).toEqual([{ ...green, wall: null }])
    const update = anonymous.from('paints').update({ color: '#00ff01' }).eq('id', id)
    expect(data(await update.select('color'))).toEqual([{ color: '#00FF01' }])
    const filled = anonymous.from('paints').insert([{ id: id + 1, name: 'x' }], { defaultToNull: false })
    expect(data(await filled.select('color'))).toEqual([{ color: '#0000FF' }])
    await anonymous.from('paints').delete().gte('id', id)
  })
})

describe('media types of the project', () => {
  const get = (path: string, accept: string) => request(path, { headers: { accept } })

  it('of any rows are made by an aggregate', async () => {
    const { body, headers } = await get('/directors?select=id,last_name&order=id&limit=2', 'text/plain')
    expect(body).toBe('(1,Varda)\n(2,Kurosawa)\n')
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect((await get('/rpc/films_since?since=1980&select=id&order=id', 'text/plain')).body).toBe('(2)\n(4)\n')
  })

  it('of one table are made of its whole rows', async () => {
    const list = 'application/vnd.test.list+json'
    const { body, headers } = await get('/studios?id=in.(1,2)&order=id', `${list}, application/json;q=0.5`)
    expect(JSON.parse(body)).toEqual(['Toho', 'Toho Animation'])
    expect(headers.get('content-type')).toContain(list)
    expect((await get('/studios?select=id', list)).status).toBe(406)
    expect((await get('/films', list)).status).toBe(406)
  })

  it('of a function are what it returns, byte by byte', async () => {
    const response = await get('/rpc/dots?many=2', 'image/x-dots')
    expect(response.headers.get('content-type')).toBe('image/x-dots')
    expect(response.headers.get('content-length')).toBe('4')
    expect((await get('/rpc/dots?many=1', 'application/json')).body).toBe('"\\\\x00ff"')
    expect((await get('/rpc/add_them?a=1', 'image/x-dots')).status).toBe(406)
  })

  it('of what was written', async () => {
    const { body } = await request('/todos', {
      method: 'POST',
      headers: {
        accept: 'text/plain',
        prefer: 'return=representation, tx=rollback',
        'content-type': 'application/json',
      },
      body: '{"owner":"x","title":"y","id":4711}',
    })
    expect(body).toMatch(/^\(4711,x,y,/)
  })
})

describe('GeoJSON', () => {
  it('is a collection of features', async () => {
    const { data: collection } = await anonymous.from('directors').select('id').eq('id', 1).geojson()
    expect(collection).toEqual({
      type: 'FeatureCollection',
      features: [{ type: 'Feature', geometry: null, properties: { id: 1 } }],
    })
  })
})
