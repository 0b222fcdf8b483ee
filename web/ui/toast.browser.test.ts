import { expect, it } from 'vitest'
import { toast } from './toast.ts'

it('[lists.md#notices] shows three notices at a time, the latest ones, of whatever kind', () => {
  toast({ title: 'First' })
  toast.error({ title: 'Second' })
  for (const title of ['Third', 'Fourth']) toast.success({ title })
  const titles = [...document.querySelectorAll('.toast-title')].map(({ textContent }) => textContent)
  expect(titles.toSorted()).toEqual(['Fourth', 'Second', 'Third'])
})
