import { expect, it } from 'vitest'
import { readSorting, writeSorting } from './sorting.ts'

const keys = ['name', 'budget'] as const
const read = (address: string) => readSorting(new URLSearchParams(address), keys)

it('reads what it is sorted by, and nothing that it cannot be', () => {
  expect(read('sort=name')).toEqual({ by: 'name', isDescending: false })
  expect(read('sort=-budget')).toEqual({ by: 'budget', isDescending: true })
  for (const address of ['', 'sort=', 'sort=-', 'sort=colour', 'sort=--name']) expect(read(address)).toBeUndefined()
})

it('goes up, down and back to newest first, always from the first page', () => {
  const next = (address: string) => writeSorting(new URLSearchParams(address), 'name').toString()
  expect(next('search=x&page=3')).toBe('search=x&sort=name')
  expect(next('sort=name')).toBe('sort=-name')
  expect(next('sort=-name')).toBe('')
  expect(next('sort=-budget')).toBe('sort=name')
})
