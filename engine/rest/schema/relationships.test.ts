import { describe, expect, it } from 'vitest'
import { columnCombinations, deriveRelationships } from './relationships.ts'
import { keyOf, type Table } from './schema-types.ts'
import { shownColumn } from './view-columns.ts'

const name = (table: string, schema = 'public') => ({ schema, name: table })
const tableOf = (table: string, primaryKey: string[] = [], schema = 'public'): Table => ({
  schema,
  name: table,
  isView: false,
  description: null,
  insertable: true,
  updatable: true,
  deletable: true,
  columns: new Map(),
  primaryKey,
})
const tables = (...list: Table[]) => new Map(list.map((table) => [keyOf(table.schema, table.name), table]))

const filmsDirector = {
  constraint: 'films_director_fkey',
  from: name('films', 'private'),
  to: name('directors'),
  columns: [['director_id', 'id']] as const,
  oneToOne: false,
}

it('names a key of a view in a few ways, however many there are', () => {
  const columns = ['a', 'b', 'c', 'd']
  const names = Array.from({ length: 1000 }, (_, at) => `shown_${at}`)
  const shows = new Map(columns.map((column) => [shownColumn(name('films'), column), names]))
  const found = columnCombinations({ view: name('film_list'), shows }, name('films'), columns)
  expect([found.length, found[0]]).toEqual([16, columns.map(() => 'shown_0')])
})

describe('views', () => {
  const filmList = {
    view: name('film_list'),
    shows: new Map([[shownColumn(name('films', 'private'), 'director_id'), ['made_by', 'told_by']]]),
  }
  const derived = deriveRelationships({
    keys: [filmsDirector],
    views: [filmList],
    computed: [],
    tables: tables(tableOf('film_list'), tableOf('directors')),
  })

  it('have the foreign keys of what they show, by each name they show it', () => {
    expect(derived.get(keyOf('public', 'film_list'))).toMatchObject([
      { kind: 'many-to-one', to: name('directors'), fromIsView: true, columns: [['made_by', 'id']] },
      { kind: 'many-to-one', to: name('directors'), fromIsView: true, columns: [['told_by', 'id']] },
    ])
    expect(derived.get(keyOf('public', 'directors'))).toMatchObject([
      { kind: 'one-to-many', to: name('film_list'), toIsView: true, columns: [['id', 'made_by']] },
      { kind: 'one-to-many', to: name('film_list'), toIsView: true, columns: [['id', 'told_by']] },
    ])
  })

  it('hide the tables beneath, which are in no exposed schema', () => {
    expect(derived.get(keyOf('private', 'films'))).toBeUndefined()
  })
})

describe('a table with two foreign keys', () => {
  const keys = [
    {
      ...filmsDirector,
      constraint: 'film',
      from: name('roles'),
      to: name('films'),
      columns: [['film_id', 'id']] as const,
    },
    {
      ...filmsDirector,
      constraint: 'actor',
      from: name('roles'),
      to: name('actors'),
      columns: [['actor_id', 'id']] as const,
    },
  ]
  const kindsFromFilms = (primaryKey: string[]) =>
    deriveRelationships({
      keys,
      views: [],
      computed: [],
      tables: tables(tableOf('roles', primaryKey), tableOf('films'), tableOf('actors')),
    })
      .get(keyOf('public', 'films'))
      ?.map(({ kind }) => kind)

  it('is a junction if its primary key contains both', () => {
    expect(kindsFromFilms(['film_id', 'actor_id'])).toEqual(['one-to-many', 'many-to-many'])
    expect(kindsFromFilms(['film_id', 'actor_id', 'year'])).toEqual(['one-to-many', 'many-to-many'])
  })

  it('is none otherwise', () => {
    expect(kindsFromFilms(['id'])).toEqual(['one-to-many'])
  })
})

it('lets a computed relationship take the place of a detected one', () => {
  const computed = {
    kind: 'computed',
    function: name('directors'),
    from: name('films'),
    to: name('people'),
    toOne: true,
    fromIsView: false,
    toIsView: false,
  } as const
  const derived = deriveRelationships({
    keys: [{ ...filmsDirector, from: name('films') }],
    views: [],
    computed: [computed],
    tables: tables(tableOf('films'), tableOf('directors'), tableOf('people')),
  })
  expect(derived.get(keyOf('public', 'films'))).toEqual([computed])
})
