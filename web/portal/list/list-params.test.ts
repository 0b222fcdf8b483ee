import { expect, it } from 'vitest'
import { readListParams, writeFilter, writeListParams } from './list-params.ts'

it('starts on the first page, with nothing searched for', () => {
  expect(readListParams(new URLSearchParams())).toEqual({ search: '', page: 1 })
})

it.each(['0', '-1', '1.5', 'two', '1e99', ''])('reads the page %j as the first', (page) => {
  expect(readListParams(new URLSearchParams({ page })).page).toBe(1)
})

it('writes what it reads, and keeps everything else', () => {
  const address = writeListParams(new URLSearchParams('agencyId=7&page=2'), { search: 'a & b', page: 3 })
  expect(readListParams(address)).toEqual({ search: 'a & b', page: 3 })
  expect(address.get('agencyId')).toBe('7')
})

it('leaves the defaults out of the address', () => {
  expect(writeListParams(new URLSearchParams('search=x&page=2'), { search: '', page: 1 }).toString()).toBe('')
})

it('begins another filter on its first page and keeps the others', () => {
  const address = new URLSearchParams({ agencyId: '7', search: 'shop', page: '3', type: 'maintenance' })
  expect(writeFilter(address, 'status', 'review').toString()).toBe(
    'agencyId=7&search=shop&type=maintenance&status=review',
  )
  expect(writeFilter(address, 'type', '').toString()).toBe('agencyId=7&search=shop')
})
