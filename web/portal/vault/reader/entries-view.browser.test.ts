import { expect, it, onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
import { PASSPHRASE, sealed } from '../../../testing/vault-scene.ts'
import type { ExportedEntry } from '../export/export-file.ts'
import { EntriesView } from './entries-view.ts'

it('[vault.md#export-reader] shows the two-step key of an entry and its current code', async () => {
  const about = { website_url: null, username: null, tags: [], updated_at: '', encrypted_notes: null }
  const entry = async (title: string, key: string | null): Promise<ExportedEntry> => ({
    ...{ id: title, title, ...about, encrypted_password: await sealed() },
    encrypted_two_step_key: key === null ? null : await sealed(key),
  })
  const place = document.createElement('main')
  place.innerHTML = '<p id="about"></p><p id="found"></p><ul id="entries"></ul>'
  document.body.append(place)
  const address = 'otpauth://totp/Router?secret=GEZDGNBVGY3TQOJQ'
  const entries = [await entry('Router', address), await entry('Mail', null)]
  const view = new EntriesView({ entries, exportedAt: '', exportedFrom: '' }, PASSPHRASE)
  onTestFinished(() => {
    view.clear()
    place.remove()
  })

  const card = (title: string) => page.getByRole('listitem').filter({ hasText: title })
  await expect.element(card('Mail').getByRole('button', { name: 'Copy code' })).not.toBeInTheDocument()
  await expect.element(card('Router').getByRole('button', { name: 'Copy code' })).toBeVisible()
  await card('Router').getByRole('button', { name: 'Show' }).click()
  await expect.element(card('Router').getByText(address, { exact: true })).toBeVisible()
  await expect.element(card('Router').getByText(/^\d{6} \(\d+ seconds? left\)$/)).toBeVisible()
})
