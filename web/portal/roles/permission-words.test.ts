import { expect, it } from 'vitest'
import { describePermission } from './permission-words.ts'

it.each([
  [
    { actions: ['read', 'add', 'change', 'delete'], scope: 'own agency' },
    'Read, add, change, and delete · their own agency',
  ],
  [{ actions: ['read', 'delete'], scope: 'shared' }, 'Read and delete · shared with their agency'],
  [{ actions: ['change'], scope: 'others' }, 'Change · everybody but themselves'],
  [{ actions: ['add'], scope: 'any' }, 'Add'],
] as const)('says %j as %j', ({ actions, scope }, said) => {
  expect(describePermission({ actions: [...actions], scope })).toBe(said)
})
