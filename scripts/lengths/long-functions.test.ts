import { expect, it } from 'vitest'
import { longFunctionsIn, MAX_LINES } from './long-functions.ts'

const lines = (count: number) => '\n'.repeat(count)

it('counts from the first line to the last, comments and empty lines too', () => {
  const text = `const before = 1

export function long() {
  // why${lines(MAX_LINES - 1)}}

function short() {${lines(MAX_LINES - 1)}}
`
  expect(longFunctionsIn('a.ts', text)).toEqual([{ line: 3, name: 'long', lines: MAX_LINES + 1 }])
})

it.each([
  ['an arrow', 'a.ts', `export const seen = (one: number) => {${lines(MAX_LINES)}}`, 'seen'],
  ['a method', 'a.ts', `class Shop {\n  open(): void {${lines(MAX_LINES)}}\n}`, 'open'],
  ['a component', 'a.tsx', `const Card = () => (\n  <p>${lines(MAX_LINES)}</p>\n)`, 'Card'],
  ['one that is passed on', 'a.ts', `run(() => {${lines(MAX_LINES)}})`, 'a function without a name'],
])('finds %s', (_what, file, text, name) => {
  expect(longFunctionsIn(file, text).map((found) => found.name)).toEqual([name])
})

it('finds a long one inside a short way in, and both where both are long', () => {
  const text = `function outer() {\n  return function inner() {${lines(MAX_LINES)}}\n}`
  expect(longFunctionsIn('a.ts', text).map(({ name }) => name)).toEqual(['outer', 'inner'])
})
