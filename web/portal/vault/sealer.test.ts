import { expect, it, vi } from 'vitest'
import { decrypt } from './encryption.ts'
import { Sealer } from './sealer.ts'

it('gives what opens', async () => {
  expect(await decrypt(await new Sealer('correct horse').seal('pä55 🔑'), 'correct horse')).toBe('pä55 🔑')
})

it.each([
  ['as another text', async () => new TextEncoder().encode('another').buffer, 'What was encrypted did not open again.'],
  ['not at all', () => Promise.reject(new Error('OperationError')), 'This entry does not open with this passphrase.'],
])('[vault.md#changing-the-passphrase] gives nothing that opens %s', async (_how, opened, said) => {
  const decrypting = vi.spyOn(crypto.subtle, 'decrypt').mockImplementation(opened)
  await expect(new Sealer('correct horse').seal('secret')).rejects.toThrow(said)
  decrypting.mockRestore()
})
