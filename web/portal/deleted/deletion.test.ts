import { expect, it } from 'vitest'
import { alsoDeletedText, daysLeft } from './deletion.ts'

it('[recently-deleted.md#list] tells how long something can still be brought back', () => {
  const now = Date.parse('2026-11-30T12:00:00Z')
  expect(daysLeft({ deleted_at: '2026-11-30T11:59:00Z' }, now)).toBe(30)
  expect(daysLeft({ deleted_at: '2026-10-31T13:00:00Z' }, now)).toBe(1)
  expect(daysLeft({ deleted_at: '2026-10-01T00:00:00Z' }, now)).toBe(1)
})

it('[recently-deleted.md#list] tells how much went with it, and nothing that nobody would look for', () => {
  const contents = {
    'public.client_people': 2,
    'public.project_notes': 2,
    'public.project_steps': 8,
    'public.client_notes': 1,
    'public.projects': 1,
    'public.project_updates': 1200,
    'private.client_link_tokens': 4,
  }
  expect(alsoDeletedText({ contents })).toBe('2 people, 1 project, 8 steps, 1,200 updates, 3 notes')
  expect(alsoDeletedText({ contents: {} })).toBe('')
})
