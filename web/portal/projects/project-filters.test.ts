import { expect, it } from 'vitest'
import { readProjectFilters } from './project-filters.ts'

const agencyId = 'a0000000-0000-4000-8000-000000000001'

it('reads what is being looked at from the address', () => {
  const address = new URLSearchParams({
    search: 'shop',
    page: '2',
    status: 'on_hold',
    type: 'maintenance',
    steps: 'overdue',
    agencyId,
    view: 'mine',
  })
  expect(readProjectFilters(address)).toEqual({
    search: 'shop',
    page: 2,
    view: 'mine',
    status: 'on_hold',
    type: 'maintenance',
    steps: 'overdue',
    agencyId,
  })
})

it('filters nothing by what means nothing', () => {
  const address = new URLSearchParams({
    view: 'yours',
    status: 'done',
    type: 'toString',
    steps: 'late',
    agencyId: "1' or true",
  })
  const none = { search: '', page: 1, view: '', status: '', type: '', steps: '', agencyId: '' }
  expect(readProjectFilters(address)).toEqual(none)
})
