import { expect, it, vi } from 'vitest'
import { enter, start } from '../../../testing/passphrase-change-scene.ts'
import { answerVaultChange, dialog, openVault, unlock, VAULT } from '../../../testing/vault-scene.ts'

it('[vault.md#changing-the-passphrase] has the processor to itself, and takes the keys that the open vault has', async () => {
  const backend = await openVault(...Array.from({ length: 5 }, (_, number) => ({ title: `Entry ${number}` })))
  answerVaultChange(backend)
  const released = Promise.withResolvers<void>()
  const derive = crypto.subtle.deriveKey.bind(crypto.subtle)
  const keys = vi.spyOn(crypto.subtle, 'deriveKey')
  keys.mockImplementation((...args) => released.promise.then(() => derive(...args)))
  await unlock()
  await expect.poll(() => keys.mock.calls.length).toBe(3)
  await start()
  const reading = backend.hold('GET', VAULT, ({ query }) => query.select?.startsWith('*') ?? false)
  await enter()
  await expect.poll(reading.held).toBe(1)
  released.resolve()
  await Promise.all(keys.mock.results.map(({ value }) => value))
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(keys.mock.calls.length).toBe(3)

  const asked = vi.spyOn(Worker.prototype, 'postMessage')
  reading.open()
  await expect.element(dialog().getByRole('button', { name: 'Change passphrase' })).toHaveFocus()
  expect(asked.mock.calls.map(([task]) => [task.kind, task.known.size])).toEqual([
    ['open', 3],
    ['open', 3],
  ])
  // Keys are derived while the person decides.
  await expect.poll(() => keys.mock.calls.length).toBe(5)
})
