import { expect, it } from 'vitest'
import { parseDraft } from './contact-draft.ts'

it('reads back what was typed', () => {
  expect(parseDraft('{"name":"Rosa","message":"Hello"}')).toEqual({ name: 'Rosa', message: 'Hello' })
})

it.each(['', 'null', '[]', '{"name":7}', '{"subject":"x"}'])('makes nothing of %s', (stored) => {
  expect(parseDraft(stored)).toEqual({})
})
