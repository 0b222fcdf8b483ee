import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectToast } from '../../../testing/expect.ts'
import { tabAndType, tabTo } from '../../../testing/keyboard.ts'
import { NEW } from '../../../testing/passphrase-change-scene.ts'
import { answerVaultChange, dialog, field, openVault, PASSPHRASE, stored } from '../../../testing/vault-scene.ts'
import { decrypt } from '../encryption.ts'

it('[vault.md#changing-the-passphrase] is done with the keyboard alone', async () => {
  const backend = await openVault({ title: 'Router' })
  answerVaultChange(backend)
  const opener = page.getByRole('button', { name: 'More', exact: true })
  await tabTo(opener)
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('menuitem', { name: 'Change passphrase' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(field('Current passphrase')).toHaveFocus()
  await userEvent.keyboard(PASSPHRASE)
  await tabAndType(field('New passphrase'), NEW)
  await tabAndType(field('New passphrase again'), NEW)
  await tabAndType(dialog().getByRole('button', { name: 'Continue' }), '{Enter}')
  await expect.element(dialog().getByRole('button', { name: 'Change passphrase' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expectToast('Passphrase changed')
  await expect.element(dialog().getByRole('button', { name: 'Done' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()
  expect(await decrypt(String(stored(backend, 'Router')?.encrypted_password), NEW)).toBe('secret')
})
