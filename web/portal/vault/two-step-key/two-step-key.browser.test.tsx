import { expect, it, vi } from 'vitest'
import { expectDestructiveToast, expectToast } from '../../../testing/expect.ts'
import { fakeClipboard } from '../../../testing/fake-clipboard.ts'
import {
  action,
  addEntry,
  create,
  dialog,
  field,
  lock,
  openUnlocked,
  PASSPHRASE,
  sealed,
  stored,
  update,
  VAULT,
} from '../../../testing/vault-scene.ts'
import { decrypt } from '../encryption.ts'
import { parsePayload } from '../payload.ts'

const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const ADDRESS = `otpauth://totp/RFC?secret=${SECRET}`
const key = () => field('Two-step key')
const removeKey = () => field('Remove the stored two-step key')
const withKey = async (text = ADDRESS, passphrase = PASSPHRASE) => ({
  encrypted_two_step_key: await sealed(text, passphrase),
  two_step_key_changed_at: '2026-01-01T00:00:00+00:00',
})
const opened = (payload: unknown) => decrypt(String(payload), PASSPHRASE)

it('[vault.md#two-step-keys] a typed key leaves the browser only as a payload of version 1', async () => {
  const backend = await openUnlocked()
  await addEntry().click()
  await field('Title').fill('Router')
  await field('Password').fill('secret')
  await key().fill('GEZD GNBV GY3T Q0JQ')
  await create().click()
  await expect.element(dialog().getByText(/digits 2 to 7, not “0”/)).toBeVisible()
  expect(backend.sent('POST', VAULT)).toEqual([])
  await key().fill('gezd gnbv gy3t qojq gezd gnbv gy3t qojq')
  await create().click()
  await expectToast('Saved')

  const payload = stored(backend, 'Router')?.encrypted_two_step_key
  expect(JSON.parse(String(payload))).toMatchObject({ v: 1 })
  expect(() => parsePayload(String(payload))).not.toThrow()
  expect(await opened(payload)).toBe(`otpauth://totp/Router?secret=${SECRET}&algorithm=SHA1&digits=6&period=30`)
  const sent = JSON.stringify(backend.calls.map(({ query, body }) => [query, body]))
  expect(sent).not.toMatch(/gezd|otpauth/i)
})

it('[vault.md#two-step-keys] editing keeps, replaces or removes a stored key, and never reads it', async () => {
  const before = await withKey()
  const backend = await openUnlocked({ title: 'Router', ...before })
  const edit = () => action('Router', /^Edit/).click()
  await edit()
  await expect.element(key()).toHaveValue('')
  await update().click()
  await expectToast('Updated')
  expect(stored(backend, 'Router')).toMatchObject(before)

  await edit()
  await removeKey().click()
  await key().fill('otpauth://totp/x?secret=MFRGGZDF')
  await expect.element(removeKey()).not.toBeInTheDocument()
  await update().click()
  await expect.element(dialog()).not.toBeInTheDocument()
  expect(await opened(stored(backend, 'Router')?.encrypted_two_step_key)).toContain('secret=MFRGGZDF')

  await edit()
  await removeKey().click()
  await update().click()
  await expect.element(dialog()).not.toBeInTheDocument()
  expect(stored(backend, 'Router')).toMatchObject({ encrypted_two_step_key: null })
  const read = backend.sent('GET', VAULT).map(({ query }) => query.select)
  expect(read.filter((columns) => columns?.includes('encrypted_two_step_key'))).toEqual([])
})

it('[vault.md#two-step-keys] Copy Code copies the code of the moment with the seconds left, and Lock clears it', async () => {
  const clipboard = fakeClipboard()
  const backend = await openUnlocked(
    { id: 'e1', title: 'Router', ...(await withKey(`${ADDRESS}&digits=8`)) },
    { title: 'Mail' },
  )
  const copyCode = action('Router', /^Copy Code of Router/)
  await expect.element(action('Mail', /^Copy Code/)).not.toBeInTheDocument()
  // A time of RFC 6238, before the sign-in of the test, which would end at a later one.
  const now = vi.spyOn(Date, 'now').mockReturnValue(1_234_567_890_000)
  await copyCode.click()
  await expectToast('Copied', 'Code copied to clipboard. 30 seconds left.')
  expect(clipboard.text).toBe('89005924')
  now.mockReturnValue(1_234_567_890_000 + 27_500)
  await copyCode.click()
  await expectToast('Copied', 'Code copied to clipboard. 3 seconds left: copy again for the next code.')
  expect(backend.table('vault_access_logs').rows).toMatchObject([
    { vault_entry_id: 'e1', action: 'copied' },
    { vault_entry_id: 'e1', action: 'copied' },
  ])
  await lock().click()
  await expectToast('Clipboard cleared', 'The copied code was removed.')
  expect(clipboard.text).toBe('')
})

it('[vault.md#two-step-keys] Copy Code says why there is no code', async () => {
  fakeClipboard()
  await openUnlocked(
    { title: 'Shut', ...(await withKey(ADDRESS, 'another')) },
    { title: 'Counter', ...(await withKey(`otpauth://hotp/x?secret=${SECRET}`)) },
  )
  await action('Shut', /^Copy Code/).click()
  await expectDestructiveToast('Error', 'This entry does not open with this passphrase.')
  await action('Counter', /^Copy Code/).click()
  await expectDestructiveToast(
    'Error',
    'This key counts its codes (HOTP). Only keys that follow the clock (TOTP) are supported.',
  )
})
