import { randomInt } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { anonymous, data, request } from './client.ts'

const rowsOf = async (path: string) => {
  const { status, body } = await request(path)
  return { status, rows: JSON.parse(body) }
}
const ok = (rows: unknown) => ({ status: 200, rows })

/** Ids for the test's own rows, beyond those that other tests count. */
const newId = () => randomInt(1_000_000, 2_000_000_000)

describe('an embedded resource that is called like the column it is joined by', () => {
  it.each([
    ['/premieres?select=id,host_id(last_name)&order=id', 'by the column'],
    ['/premieres?select=id,host_id:directors!host_id(last_name)&order=id', 'by an alias and a hint'],
    ['/premieres?select=id,host_id:directors!premieres_host_id_fkey(last_name)&order=id', 'by an alias and a key'],
    ['/premieres?select=id,host_id(last_name)&order=id&limit=5&offset=0', 'on a page'],
    ['/premieres?select=id,host_id(last_name)&order=host_id(last_name).desc', 'ordered by it'],
    ['/premieres?select=id,host_id(last_name)&order=host_id', 'ordered by the column'],
    ['/premieres?select=id,host_id(last_name)&host_id=in.(1,2)&order=id', 'filtered by the column'],
    ['/premieres?select=id,host_id!inner(last_name)&host_id.id=lt.3&order=id', 'filtered by its own column'],
    ['/premieres?select=id,host_id(last_name)&host_id=not.is.null&order=id', 'that must be there'],
    ['/premieres?select=id,host_id(last_name)&or=(host_id.not.is.null,id.eq.1)&order=id', 'that must be there, or'],
  ])('%s: %s', async (path) => {
    expect(await rowsOf(path)).toEqual(
      ok([
        { id: 1, host_id: { last_name: 'Varda' } },
        { id: 2, host_id: { last_name: 'Kurosawa' } },
      ]),
    )
  })

  it('is spread, aggregated, computed from and embedded in others', async () => {
    expect(await rowsOf('/premieres?select=id,...host_id(last_name)&order=id')).toEqual(
      ok([
        { id: 1, last_name: 'Varda' },
        { id: 2, last_name: 'Kurosawa' },
      ]),
    )
    expect(await rowsOf('/premieres?select=count(),host_id(id)&id=eq.2')).toEqual(
      ok([{ count: 1, host_id: { id: 2 } }]),
    )
    expect(await rowsOf('/premieres?select=host_id(full_name,id:debut(title))&id=eq.1')).toEqual(
      ok([{ host_id: { full_name: 'Agnès Varda', id: { title: 'Cléo from 5 to 7' } } }]),
    )
    expect(await rowsOf('/films?select=id,premieres(id,host_id(last_name))&id=eq.1')).toEqual(
      ok([{ id: 1, premieres: [{ id: 1, host_id: { last_name: 'Varda' } }] }]),
    )
    expect(await rowsOf('/studios?select=id,parent_id(name)&id=eq.2')).toEqual(
      ok([{ id: 2, parent_id: { name: 'Toho' } }]),
    )
    expect(await rowsOf('/studios?select=id,parent_id(*)&id=lte.2&order=id')).toEqual(
      ok([
        { id: 1, parent_id: null },
        { id: 2, parent_id: { id: 1, name: 'Toho', parent_id: null } },
      ]),
    )
    expect(await rowsOf('/directors?select=id:films(title)&id=eq.3')).toEqual(ok([{ id: [] }]))
  })

  it('is counted with its parents', async () => {
    const counted = anonymous.from('premieres').select('id, host_id!inner(id)', { count: 'exact' })
    expect(await counted.eq('host_id.id', 2).limit(1)).toMatchObject({ count: 1, data: [{ id: 2 }] })
  })

  it('comes with what a function returns', async () => {
    expect(await rowsOf('/rpc/films_since?since=1985&select=id,director_id(last_name)&order=id')).toEqual(
      ok([
        { id: 2, director_id: { last_name: 'Varda' } },
        { id: 4, director_id: { last_name: 'Kurosawa' } },
      ]),
    )
    const filtered = '/rpc/films_since?since=1985&select=id,director_id(last_name)&director_id=eq.1&order=director_id'
    expect(await rowsOf(filtered)).toEqual(ok([{ id: 2, director_id: { last_name: 'Varda' } }]))
  })

  it('comes with what was inserted, merged, changed and deleted', async () => {
    const id = newId()
    const shown = 'id, host_id(last_name), host:directors!host_id(id)'
    const premieres = () => anonymous.from('premieres')
    const hostedBy = (last_name: string, director: number) => [{ id, host_id: { last_name }, host: { id: director } }]
    const inserted = premieres().insert({ id, film_id: 4, host_id: 1 }).select(shown)
    expect(data(await inserted)).toEqual(hostedBy('Varda', 1))
    const merged = premieres().upsert({ id, film_id: 4, host_id: 2 }).select(shown)
    expect(data(await merged)).toEqual(hostedBy('Kurosawa', 2))
    const changed = premieres().update({ host_id: 3 }).eq('id', id).select(shown).order('host_id(last_name)')
    expect(data(await changed)).toEqual(hostedBy('Denis', 3))
    expect(data(await premieres().delete().eq('id', id).select(shown))).toEqual(hostedBy('Denis', 3))
  })
})

it('embeds under names that Postgres would cut to the same', async () => {
  const table = 'departments_of_the_whole_company_and_of_all_of_its_many_holding'
  const since = 'the_department_that_this_department_has_been_a_part_of_since'
  expect(await rowsOf(`/${table}?select=id,a:${since}_1(id,b:${since}_1(id)),c:${since}_2(id)&id=eq.3`)).toEqual(
    ok([{ id: 3, a: { id: 2, b: { id: 1 } }, c: { id: 1 } }]),
  )
})
