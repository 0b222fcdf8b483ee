import { expect, it } from 'vitest'
import { readOption, valueMeantBy } from './read-values.ts'

const options = [
  { value: 'in_progress', label: 'In Progress', alsoCalled: ['doing'] },
  { value: 'cancelled', label: 'Cancelled' },
]

it('[lists.md#values] one of a list is known by its value or its label, in any case', () => {
  const read = readOption(options)
  for (const cell of ['In Progress', 'in_progress', 'IN-PROGRESS']) expect(read(cell)).toEqual({ value: 'in_progress' })
  expect(read('Canceled')).toEqual({ value: 'cancelled' })
  expect(read('Lead')).toEqual({ value: null })
})

it('[lists.md#values] words of other programs are suggested, and not taken unasked', () => {
  expect(valueMeantBy(options, 'DOING')).toBe('in_progress')
  expect(readOption(options)('DOING')).toEqual({ value: null })
})
