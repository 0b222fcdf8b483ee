import { expect, it } from 'vitest'
import { fileNamesText, filesOf, wordsBesideFiles } from './message-file.ts'

const file = (name: string) => ({ path: `a/b/1_${name}`, name, type: 'text/csv', size: 1 })
const files = [file('Prices.csv'), file('Days.csv')]

it('says the names of its files where nobody wrote a word, and shows them once', () => {
  expect(fileNamesText(files)).toBe('Prices.csv, Days.csv')
  expect(wordsBesideFiles('Prices.csv, Days.csv', files)).toBe('')
  expect(wordsBesideFiles('Prices.csv, Days.csv', [])).toBe('Prices.csv, Days.csv')
  expect(wordsBesideFiles('As promised', files)).toBe('As promised')
})

it('says no more than a message may, and no half letters', () => {
  const words = fileNamesText(Array.from({ length: 5 }, () => file('🥐'.repeat(255))))
  expect([...words]).toHaveLength(1000)
  expect(words.isWellFormed()).toBe(true)
})

it.each([{}, { files: 'none' }, { files: [{ path: 'a/b/c' }] }, null])('carries nothing by %j', (metadata) => {
  expect(filesOf(metadata)).toEqual([])
})
