import { createHmac } from 'node:crypto'
import { expect, it } from 'vitest'
import { seal, unseal } from './sealed.ts'

const keeper = (secret: string) => ({
  secretFor: (purpose: string) => createHmac('sha256', secret).update(purpose).digest(),
})
const ours = keeper('ours')

it('is read again by its owner', () => {
  expect(unseal(ours, 'custom:acme', seal(ours, 'custom:acme', 'geheim äöü'))).toBe('geheim äöü')
})

it('says nothing, and not the same twice', () => {
  expect(seal(ours, 'custom:acme', 'secret')).not.toContain('secret')
  expect(seal(ours, 'custom:acme', 'secret')).not.toBe(seal(ours, 'custom:acme', 'secret'))
})

it('is not read with another key, or for somebody else', () => {
  const sealed = seal(ours, 'custom:acme', 'secret')
  expect(() => unseal(keeper('theirs'), 'custom:acme', sealed)).toThrow()
  expect(() => unseal(ours, 'custom:other', sealed)).toThrow()
  expect(() => unseal(ours, 'custom:acme', 'none')).toThrow()
})
