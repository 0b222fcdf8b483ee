import { describe, expect, it } from 'vitest'
import { anonymous, data, request } from './client.ts'

async function rows(path: string) {
  const { status, body } = await request(path)
  return status === 200 ? JSON.parse(body) : { status, body: JSON.parse(body) }
}

describe('aggregates', () => {
  it('of all rows', async () => {
    expect(
      await rows('/films?select=count(),year.min(),newest:year.max(),rating.avg()::numeric(),rating.sum()'),
    ).toEqual(
      expect.objectContaining({ status: 400 }), // a cast is a word, without parentheses
    )
    expect(await rows('/films?select=count(),year.min(),newest:year.max(),rating.sum(),rating.avg()::int')).toEqual([
      { count: 5, min: 1920, newest: 1985, sum: 32.6, avg: 8 },
    ])
  })

  it('through the official client', async () => {
    const query = anonymous
      .from('films')
      .select('year, films:count(), best:rating.max()')
      .order('year', { ascending: false })
    expect(data(await query.gt('year', 1950))).toEqual([
      { year: 1985, films: 2, best: 8.2 },
      { year: 1962, films: 1, best: 8 },
      { year: 1954, films: 1, best: 8.6 },
    ])
  })

  it('of cast values, and of what is in JSON', async () => {
    expect(
      await rows('/films?select=details->>length.max(),sum:details->>length::int.sum(),n:title.count()::text'),
    ).toEqual([{ max: '90', sum: 562, n: '5' }])
  })

  it('group by what else is selected: JSON, computed columns, `*`', async () => {
    expect(await rows('/films?select=kind:details->color->>kind,count()&details->color->>kind=eq.bw')).toEqual([
      { kind: 'bw', count: 2 },
    ])
    expect(await rows('/directors?select=full_name,count()&id=eq.1')).toEqual([{ full_name: 'Agnès Varda', count: 1 }])
    expect(await rows('/studios?select=*,id.sum()&id=lt.3&order=id')).toEqual([
      { id: 1, name: 'Toho', parent_id: null, sum: 1 },
      { id: 2, name: 'Toho Animation', parent_id: 1, sum: 2 },
    ])
  })

  it('group by what is embedded', async () => {
    expect(
      await rows('/films?select=count(),directors(last_name)&director_id=not.is.null&order=directors(last_name)'),
    ).toMatchObject(
      { status: 400 }, // ordered by something that is not in the groups
    )
    const grouped = await rows('/films?select=count(),directors(last_name)&director_id=eq.2')
    expect(grouped).toEqual([{ count: 2, directors: { last_name: 'Kurosawa' } }])
  })

  it('inside of what is embedded', async () => {
    expect(await rows('/directors?select=last_name,films(count(),year.min())&order=id')).toEqual([
      { last_name: 'Varda', films: [{ count: 2, min: 1962 }] },
      { last_name: 'Kurosawa', films: [{ count: 2, min: 1954 }] },
      { last_name: 'Denis', films: [{ count: 0, min: null }] },
    ])
    expect(await rows('/directors?select=last_name,films(year,count())&films.order=year&id=eq.1')).toEqual([
      {
        last_name: 'Varda',
        films: [
          { year: 1962, count: 1 },
          { year: 1985, count: 1 },
        ],
      },
    ])
  })

  it('of a spread row belong to the rows it is spread into', async () => {
    const perDirector = await rows(
      '/films?select=director_id,...technical_specs(specs:count(),runtime.max())&order=director_id',
    )
    expect(perDirector).toEqual([
      { director_id: 1, specs: 1, max: '01:30:00' },
      { director_id: 2, specs: 1, max: '03:27:00' },
      { director_id: null, specs: 0, max: null },
    ])
    expect(
      await rows(
        '/roles?select=...films(year.min(),year.max(),...directors(last_name,first_name.count()))&film_id=eq.3',
      ),
    ).toEqual([{ min: 1954, max: 1954, last_name: 'Kurosawa', count: 2 }])
    expect(await rows('/technical_specs?select=...films(*),count()&film_id=eq.1')).toEqual([
      expect.objectContaining({ id: 1, title: 'Cléo from 5 to 7', count: 1 }),
    ])
  })

  it('are counted by their groups', async () => {
    const answer = await anonymous.from('films').select('year, count()', { count: 'exact' }).order('year').limit(1)
    expect(answer).toMatchObject({ status: 206, count: 4, data: [{ year: 1920, count: 1 }] })
  })

  it('of what a function returns, and of what was written', async () => {
    const { data: since } = await anonymous.rpc('films_since', { since: 1950 }).select('year, count()').order('year')
    expect(since).toEqual([
      { year: 1954, count: 1 },
      { year: 1962, count: 1 },
      { year: 1985, count: 2 },
    ])
    const owner = crypto.randomUUID()
    const written = await anonymous.from('todos').insert([{ owner }, { owner }]).select('owner, count()')
    expect(data(written)).toEqual([{ owner, count: 2 }])
  })

  it('make no lists', async () => {
    expect(await rows('/directors?select=id,...films(year.sum())')).toEqual({
      status: 400,
      body: {
        code: 'PGRST127',
        message: 'Feature not implemented',
        details: 'Aggregates are not implemented for one-to-many or many-to-many spreads.',
        hint: null,
      },
    })
  })
})
