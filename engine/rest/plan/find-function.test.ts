import { expect, it } from 'vitest'
import { sampleSchema } from '../testing/sample-schema.ts'
import { findFunction } from './find-function.ts'

type Body = Parameters<typeof findFunction>[1]['body']
const find = (name: string, argumentNames: string[], body?: Body) =>
  findFunction(sampleSchema, { schema: 'public', name, argumentNames, body })

it('takes the overload whose parameters fit', () => {
  expect(find('add', ['a'])).toMatchObject({ name: 'add' })
  expect(find('add', ['b', 'a'])).toMatchObject({ name: 'add' })
})

it('gives the whole body to a single unnamed parameter', () => {
  expect(find('echo', ['anything'], 'json')).toMatchObject({ name: 'echo' })
  expect(() => find('echo', ['anything'])).toThrow()
  expect(() => find('echo', [], 'text')).toThrow()
})

it('does not choose between equals', () => {
  expect(() => find('either', ['value'])).toThrow(
    expect.objectContaining({
      statusCode: 300,
      body: expect.objectContaining({
        code: 'PGRST203',
        message:
          'Could not choose the best candidate function between: public.either(value => integer), public.either(value => text)',
      }),
    }),
  )
})

it.each([
  [
    'add',
    ['c', 'a'],
    'json' as const,
    'Could not find the function public.add(a, c) in the schema cache',
    'Searched for the function public.add with parameters a, c or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache.',
    'Perhaps you meant to call the function public.add(a, b)',
  ],
  [
    'ad',
    ['a'],
    undefined,
    'Could not find the function public.ad(a) in the schema cache',
    'Searched for the function public.ad with parameter a, but no matches were found in the schema cache.',
    null,
  ],
  [
    'eithr',
    [],
    undefined,
    'Could not find the function public.eithr without parameters in the schema cache',
    'Searched for the function public.eithr without parameters, but no matches were found in the schema cache.',
    'Perhaps you meant to call the function public.either',
  ],
  [
    'add',
    [],
    'text' as const,
    'Could not find the function public.add in the schema cache',
    'Searched for the function public.add with a single unnamed text parameter, but no matches were found in the schema cache.',
    null,
  ],
])('says what it looked for: %s %j %s', (name, args, body, message, details, hint) => {
  expect(() => find(name, args, body)).toThrow(
    expect.objectContaining({ statusCode: 404, body: { code: 'PGRST202', message, details, hint } }),
  )
})
