import { describe, expect, it } from 'vitest'
import { anonymous, data, request } from './client.ts'

describe('a schema with objects that nobody expects', () => {
  it('is served, but for views that select from themselves', async () => {
    expect(data(await anonymous.from('originals').select())).toEqual([{ id: 1, name: 'one' }])
    for (const view of ['itself', 'this_one', 'other_one', 'lost']) {
      expect(await anonymous.from(view).select()).toMatchObject({ status: 500, error: { code: '42P17' } })
    }
  })

  it('traces columns through sixty views', async () => {
    expect(data(await anonymous.from('copies').select('id, floor_60(name)'))).toEqual([
      { id: 1, floor_60: { name: 'one' } },
    ])
  })

  it.each([
    ['/of_empty', '[]'],
    ['/of_nothing', '[{}]'],
    ['/of_the_system?select=id,ctid', '[{"id":1,"ctid":"(0,1)"}]'],
    [`/${encodeURIComponent(`o"dd} (name) \\ {'é`)}?select="c}ol("`, '[]'],
    [`/${encodeURIComponent('vi}ew (')}?select="x)"`, '[]'],
    ['/deep?id=eq.3', '[]'],
    ['/ranged', '[]'],
  ])('reads %s', async (path, body) => {
    expect(await request(path)).toMatchObject({ status: 200, body })
  })

  it('fills in the defaults of a hundred columns', async () => {
    const numbers = Array.from({ length: 120 }, (_, index) => index + 1)
    const defaults = Object.fromEntries(numbers.map((n) => [`column_${n}`, n]))
    const zeros = Object.fromEntries(numbers.map((n) => [`column_${n}`, 0]))
    const rows = [{ id: 1 }, { id: 2, ...zeros }, { id: 3, column_120: null }]
    expect(data(await anonymous.from('wide').insert(rows, { defaultToNull: false }).select().order('id'))).toEqual([
      { id: 1, ...defaults },
      { id: 2, ...zeros },
      { id: 3, ...defaults, column_120: null },
    ])
    await anonymous.from('wide').delete().gt('id', 0).throwOnError()
  })

  it('describes itself', async () => {
    const { status, body } = await request('/')
    expect([status, body]).toEqual([200, expect.stringContaining('"floor_60"')])
  })
})
