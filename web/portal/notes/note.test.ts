import { expect, it } from 'vitest'
import { categoryBadge, clientNoteCategories, noteForm, projectNoteCategories } from './note.ts'

it('has the categories of the specification', () => {
  expect(clientNoteCategories.toSorted()).toEqual(['follow-up', 'general', 'issue', 'meeting', 'payment'])
  expect(projectNoteCategories.toSorted()).toEqual(['general', 'issue', 'meeting', 'milestone', 'progress', 'scope'])
})

it('shows a category nobody knows as it is stored', () => {
  expect(categoryBadge('follow-up').label).toBe('Follow-up')
  expect(categoryBadge('toString')).toEqual({ label: 'toString', tone: 'grey' })
})

it('is written trimmed, with or without a category, and not without a text', () => {
  expect(noteForm.parse({ note_text: ' Call back. \n', note_category: '' })).toEqual({
    note_text: 'Call back.',
    note_category: null,
  })
  expect(noteForm.safeParse({ note_text: ' \n ', note_category: 'general' }).success).toBe(false)
  expect(noteForm.safeParse({ note_text: 'x'.repeat(10_001), note_category: 'general' }).success).toBe(false)
})
