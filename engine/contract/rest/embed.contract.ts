import { describe, expect, it } from 'vitest'
import { anonymous, data } from './client.ts'

const select = (table: string, columns: string) => anonymous.from(table).select(columns).order('id')

const rows = async (query: PromiseLike<{ data: unknown[] | null; error: { message: string } | null }>) =>
  data(await query)

describe('embedding', () => {
  it('one row: the other side of a foreign key', async () => {
    expect(await rows(select('films', 'id, directors(last_name)').gte('id', 4))).toEqual([
      { id: 4, directors: { last_name: 'Kurosawa' } },
      { id: 5, directors: null },
    ])
  })

  it('many rows: those that point here', async () => {
    expect(await rows(select('directors', 'last_name, films(title)'))).toEqual([
      { last_name: 'Varda', films: [{ title: 'Cléo from 5 to 7' }, { title: 'Vagabond' }] },
      { last_name: 'Kurosawa', films: [{ title: 'Seven Samurai' }, { title: 'Ran' }] },
      { last_name: 'Denis', films: [] },
    ])
  })

  it('many rows through a junction, from both sides', async () => {
    expect(await rows(select('films', 'id, actors(last_name)').in('id', [3, 4]))).toEqual([
      { id: 3, actors: [{ last_name: 'Mifune' }, { last_name: 'Shimura' }] },
      { id: 4, actors: [] },
    ])
    expect(await rows(select('actors', 'films(title)').eq('id', 2))).toEqual([{ films: [{ title: 'Seven Samurai' }] }])
  })

  it('one to one is an object both ways', async () => {
    expect(await rows(select('films', 'technical_specs(camera)').lte('id', 2))).toEqual([
      { technical_specs: { camera: 'Caméflex' } },
      { technical_specs: null },
    ])
    const specs = data(await anonymous.from('technical_specs').select('films(title)').eq('film_id', 3))
    expect(specs).toEqual([{ films: { title: 'Seven Samurai' } }])
  })

  it('itself, up and down', async () => {
    expect(await rows(select('studios', 'name, parent:parent_id(name), children:studios(name)'))).toEqual([
      { name: 'Toho', parent: null, children: [{ name: 'Toho Animation' }, { name: 'Toho Pictures' }] },
      { name: 'Toho Animation', parent: { name: 'Toho' }, children: [] },
      { name: 'Toho Pictures', parent: { name: 'Toho' }, children: [] },
    ])
  })

  it('several levels, under other names', async () => {
    const [varda] = await rows(
      select('directors', 'id, works:films(title, cast:roles(character, who:actors(last_name)))'),
    )
    expect(varda).toEqual({
      id: 1,
      works: [
        { title: 'Cléo from 5 to 7', cast: [{ character: 'Cléo', who: { last_name: 'Marchand' } }] },
        { title: 'Vagabond', cast: [{ character: 'Mona', who: { last_name: 'Bonnaire' } }] },
      ],
    })
  })

  it('by a hint where there are several ways', async () => {
    const both = 'id, host:directors!host_id(last_name), presenter:directors!premieres_presenter_id_fkey(last_name)'
    expect(await rows(select('premieres', both))).toEqual([
      { id: 1, host: { last_name: 'Varda' }, presenter: { last_name: 'Kurosawa' } },
      { id: 2, host: { last_name: 'Kurosawa' }, presenter: null },
    ])
    const { error, status } = await anonymous.from('premieres').select('directors(last_name)')
    expect(status).toBe(300)
    expect(error).toMatchObject({ code: 'PGRST201' })
  })

  it('views, which have the keys of what they show', async () => {
    const rows = data(
      await anonymous.from('old_films').select('film_id, directors(last_name), actors(last_name)').order('film_id'),
    )
    expect(rows).toEqual([
      { film_id: 1, directors: { last_name: 'Varda' }, actors: [{ last_name: 'Marchand' }] },
      { film_id: 3, directors: { last_name: 'Kurosawa' }, actors: [{ last_name: 'Mifune' }, { last_name: 'Shimura' }] },
      { film_id: 5, directors: null, actors: [] },
    ])
    const overView = data(await anonymous.from('old_film_titles').select('name, roles(character)').eq('id', 1))
    expect(overView).toEqual([{ name: 'Cléo from 5 to 7', roles: [{ character: 'Cléo' }] }])
  })

  it('what functions of a row return', async () => {
    const [varda, , denis] = await rows(select('directors', 'full_name, colleagues(last_name), debut(title)'))
    expect(varda).toEqual({
      full_name: 'Agnès Varda',
      colleagues: [{ last_name: 'Kurosawa' }, { last_name: 'Denis' }],
      debut: { title: 'Cléo from 5 to 7' },
    })
    expect(denis).toMatchObject({ debut: null })
  })

  it('refuses what is not related', async () => {
    const { error, status } = await anonymous.from('films').select('studios(name)')
    expect(status).toBe(400)
    expect(error).toMatchObject({
      code: 'PGRST200',
      message: "Could not find a relationship between 'films' and 'studios' in the schema cache",
    })
  })
})

describe('spreading', () => {
  it('puts the columns of one row among its parent’s', async () => {
    expect(await rows(select('films', 'id, ...directors(last_name, of:first_name)').gte('id', 4))).toEqual([
      { id: 4, last_name: 'Kurosawa', of: 'Akira' },
      { id: 5, last_name: null, of: null },
    ])
  })

  it('makes a list of each column of many rows', async () => {
    expect(await rows(select('directors', 'id, ...films(title, year)').gte('id', 2))).toEqual([
      { id: 2, title: ['Seven Samurai', 'Ran'], year: [1954, 1985] },
      { id: 3, title: [], year: [] },
    ])
  })

  it('passes on what is embedded in it', async () => {
    const cast = data(
      await anonymous
        .from('roles')
        .select('character, ...films(title, directors(last_name))')
        .order('film_id')
        .limit(1),
    )
    expect(cast).toEqual([{ character: 'Cléo', title: 'Cléo from 5 to 7', directors: { last_name: 'Varda' } }])
  })
})

describe('filters on what is embedded', () => {
  it('shrink it and leave the parents', async () => {
    expect(await rows(select('directors', 'id, films(id)').gt('films.year', 1980))).toEqual([
      { id: 1, films: [{ id: 2 }] },
      { id: 2, films: [{ id: 4 }] },
      { id: 3, films: [] },
    ])
  })

  it('choose the parents if it is inner, and the count knows', async () => {
    const { data: chosen, count } = await anonymous
      .from('directors')
      .select('id, films!inner(id)', { count: 'exact' })
      .lt('films.year', 1960)
      .limit(1)
    expect(chosen).toEqual([{ id: 2, films: [{ id: 3 }] }])
    expect(count).toBe(1)
    expect(await rows(select('films', 'id, directors!inner()').eq('directors.last_name', 'Varda'))).toEqual([
      { id: 1 },
      { id: 2 },
    ])
  })

  it('combine by or', async () => {
    const query = anonymous.from('directors').select('id, films(id)').order('id').limit(1)
    expect(data(await query.or('year.gt.1980,title.eq.Ran', { referencedTable: 'films' }))).toEqual([
      { id: 1, films: [{ id: 2 }] },
    ])
  })

  it('ask whether there is any', async () => {
    expect(await rows(select('films', 'id, actors()').is('actors', null))).toEqual([{ id: 4 }, { id: 5 }])
    expect(await rows(select('films', 'id, directors()').not('directors', 'is', null).gt('id', 3))).toEqual([{ id: 4 }])
    const either = await anonymous
      .from('films')
      .select('id, actors(), technical_specs()', { count: 'exact' })
      .or('actors.is.null,technical_specs.not.is.null')
      .order('id')
      .limit(2)
    expect(either).toMatchObject({ data: [{ id: 1 }, { id: 3 }], count: 4 })
  })

  it('need it to be embedded', async () => {
    const { error } = await anonymous.from('films').select('id').eq('directors.id', 1)
    expect(error).toMatchObject({
      code: 'PGRST108',
      message: "'directors' is not an embedded resource in this request",
      hint: "Verify that 'directors' is included in the 'select' query parameter.",
    })
  })
})

describe('order and limit of what is embedded', () => {
  it('apply to each parent', async () => {
    expect(
      await rows(
        select('directors', 'id, films(id)')
          .order('year', { referencedTable: 'films', ascending: false })
          .limit(1, { referencedTable: 'films' }),
      ),
    ).toEqual([
      { id: 1, films: [{ id: 2 }] },
      { id: 2, films: [{ id: 4 }] },
      { id: 3, films: [] },
    ])
  })

  it('can order the parents, if there is one for each', async () => {
    const films = anonymous.from('films').select('id, directors(last_name)')
    const ordered = data(await films.order('directors(last_name)', { ascending: false, nullsFirst: false }).order('id'))
    expect(ordered.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5])
    const { error } = await anonymous.from('directors').select('id, films(id)').order('films(id)')
    expect(error).toMatchObject({
      code: 'PGRST118',
      message: "A related order on 'films' is not possible",
      details: "'directors' and 'films' do not form a many-to-one or one-to-one relationship",
    })
  })
})
