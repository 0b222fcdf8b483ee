import { expect, it } from 'vitest'
import { typeOf, typeOfColumn } from './typescript-type.ts'

const column = { name: 'role', type: 'text', isNullable: false, checks: [] }

it('is what JSON makes of a type, nothing included where a column may be empty', () => {
  expect(typeOfColumn(column)).toBe('string')
  expect(typeOfColumn({ ...column, type: 'numeric', isNullable: true })).toBe('number | null')
  expect(typeOfColumn({ ...column, type: 'uuid[]' })).toBe('string[]')
})

it('is the list of a check, as Postgres writes it', () => {
  const checks = ['CHECK ((length(role) < 9))', "CHECK ((role = ANY (ARRAY['user'::text, 'it''s admin'::text])))"]
  expect(typeOfColumn({ ...column, checks })).toBe(`"user" | "it's admin"`)
  expect(typeOfColumn({ ...column, checks, isNullable: true })).toBe(`"user" | "it's admin" | null`)
  expect(typeOfColumn({ ...column, checks: ["CHECK ((role = 'user'::text))"] })).toBe('"user"')
  const parts = { ...column, type: 'text[]', checks: ["CHECK ((role <@ ARRAY['a'::text, 'b'::text]))"] }
  expect(typeOfColumn(parts)).toBe('("a" | "b")[]')
})

it('is text where what is stored is shown, known or not', () => {
  const checks = ["CHECK ((industry = ANY (ARRAY['Retail'::text])))"]
  expect(typeOfColumn({ ...column, name: 'industry', checks })).toBe('string')
})

it('is an object where a check says so, and any JSON elsewhere', () => {
  const checks = ["CHECK (((jsonb_typeof(role) = 'object'::text) AND (length((role)::text) <= 10000)))"]
  expect(typeOfColumn({ ...column, type: 'jsonb', checks })).toBe('Record<string, unknown>')
  expect(typeOfColumn({ ...column, type: 'jsonb' })).toBe('Json')
})

it('is asked for where a type of Postgres is new', () => {
  expect(() => typeOf('interval')).toThrow('interval')
})
