import { describe, expect, it } from 'vitest'
import { sampleSchema } from '../testing/sample-schema.ts'
import { findRelationship } from './find-relationship.ts'

const find = (origin: string, target: string, hint?: string) =>
  findRelationship(sampleSchema, { schema: 'public', name: origin }, target, hint)

it.each([
  ['films', 'directors', undefined, 'many-to-one'],
  ['films', 'director_id', undefined, 'many-to-one'],
  ['films', 'films_director_id_fkey', undefined, 'many-to-one'],
  ['directors', 'films', undefined, 'one-to-many'],
  ['directors', 'films', 'director_id', 'one-to-many'],
  ['films', 'technical_specs', undefined, 'one-to-one'],
  ['technical_specs', 'films', undefined, 'one-to-one'],
  ['films', 'actors', undefined, 'many-to-many'],
  ['actors', 'films', 'roles', 'many-to-many'],
  ['premieres', 'directors', 'host_id', 'many-to-one'],
  ['premieres', 'directors', 'premieres_presenter_id_fkey', 'many-to-one'],
  ['directors', 'premieres', 'presenter_id', 'one-to-many'],
  ['studios', 'studios', undefined, 'one-to-many'],
  ['studios', 'studios', 'parent_id', 'one-to-many'],
  ['studios', 'parent_id', undefined, 'many-to-one'],
])('from %s to %s!%s it is %s', (origin, target, hint, kind) => {
  expect(find(origin, target, hint)).toMatchObject({ kind })
})

describe('a relationship that is not there', () => {
  it('is refused, with what it could have been', () => {
    expect(() => find('films', 'actorz')).toThrow(
      expect.objectContaining({
        statusCode: 400,
        body: {
          code: 'PGRST200',
          message: "Could not find a relationship between 'films' and 'actorz' in the schema cache",
          details:
            "Searched for a foreign key relationship between 'films' and 'actorz' in the schema 'public', but no matches were found.",
          hint: "Perhaps you meant 'actors' instead of 'actorz'.",
        },
      }),
    )
  })

  it('names the hint that did not help', () => {
    const details =
      "Searched for a foreign key relationship between 'films' and 'directors' using the hint 'nobody' in the schema 'public', but no matches were found."
    expect(() => find('films', 'directors', 'nobody')).toThrow(
      expect.objectContaining({ body: expect.objectContaining({ details, hint: null }) }),
    )
  })
})

it('asks which one is meant where there are several', () => {
  expect(() => find('premieres', 'directors')).toThrow(
    expect.objectContaining({
      statusCode: 300,
      body: {
        code: 'PGRST201',
        message: "Could not embed because more than one relationship was found for 'premieres' and 'directors'",
        details: [
          {
            cardinality: 'many-to-one',
            embedding: 'premieres with directors',
            relationship: 'premieres_host_id_fkey using premieres(host_id) and directors(id)',
          },
          {
            cardinality: 'many-to-one',
            embedding: 'premieres with directors',
            relationship: 'premieres_presenter_id_fkey using premieres(presenter_id) and directors(id)',
          },
        ],
        hint: "Try changing 'directors' to one of the following: 'directors!premieres_host_id_fkey', 'directors!premieres_presenter_id_fkey'. Find the desired relationship in the 'details' key.",
      },
    }),
  )
})
