import { expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { entry, openVault, unlock } from '../../testing/vault-scene.ts'

it('[vault.md#checking-the-passphrase] tries the newest entries first', async () => {
  const oldestFirst = ['Desk', 'Bank', 'Mail', 'Router', 'Alarm']
  await openVault(...oldestFirst.map((title) => ({ title })))
  const derive = crypto.subtle.deriveKey.bind(crypto.subtle)
  const keys = vi.spyOn(crypto.subtle, 'deriveKey')
  // Keys after the third are never derived.
  keys.mockImplementation((...given) => (keys.mock.calls.length > 3 ? new Promise(() => {}) : derive(...given)))
  await unlock()
  await expect.element(page.getByText('Tried 3 of 5', { exact: true })).toBeVisible()
  const opens = (title: string) => entry(title).element().textContent.includes('opens with this passphrase')
  expect(oldestFirst.filter(opens)).toEqual(['Mail', 'Router', 'Alarm'])
})
