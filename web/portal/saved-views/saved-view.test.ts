import { describe, expect, it } from 'vitest'
import { viewQueryOf } from './saved-view.ts'
import { viewForm } from './view-form.ts'

const view = (address: string) => viewQueryOf(new URLSearchParams(address))

describe('[lists.md#views] a view', () => {
  it('is the search, the filters and the sorting, whatever their order', () => {
    expect(view('status=review&search=red+door&sort=-name')).toBe('search=red+door&sort=-name&status=review')
    expect(view('sort=-name&status=review&search=red+door')).toBe(view('status=review&search=red+door&sort=-name'))
  })

  it('is neither the page, nor what a dialog asks, nor a filter that filters nothing', () => {
    expect(view('page=3&new=&client=c1&status=&type=consultation')).toBe('type=consultation')
    expect(view('look=calendar&day=2026-03-04')).toBe('look=calendar')
    expect(view('page=2')).toBe('')
  })

  it('has a name that no other one of the list has', () => {
    const mine = { id: '1', list: 'projects', name: 'Late ones', query: '', created_at: '' } as const
    const form = viewForm([mine])
    expect(form.safeParse({ name: ' late ONES ' }).success).toBe(false)
    expect(form.safeParse({ name: ' ' }).success).toBe(false)
    expect(form.safeParse({ name: 'x'.repeat(41) }).success).toBe(false)
    expect(form.parse({ name: ' Later ones ' })).toEqual({ name: 'Later ones' })
  })
})
