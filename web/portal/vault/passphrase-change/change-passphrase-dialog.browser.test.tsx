import { expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible, expectToast, horizontalOverflow, phoneAndDesktop } from '../../../testing/expect.ts'
import { type FakeBackend, noAnswer, refusal } from '../../../testing/fake-backend.ts'
import { isRow } from '../../../testing/fake-table.ts'
import { enter, NEW, press, start } from '../../../testing/passphrase-change-scene.ts'
import { ana, ben, north } from '../../../testing/people.ts'
import { savedFiles } from '../../../testing/saved-files.ts'
import {
  answerVaultChange,
  CHANGE_PASSPHRASE,
  dialog,
  lock,
  openUnlocked,
  openVault,
  PASSPHRASE,
  passphraseField,
  sealed,
  stored,
  VAULT,
} from '../../../testing/vault-scene.ts'
import { decrypt } from '../encryption.ts'
import { readExport } from '../export/export-file.ts'
import { parsePayload } from '../payload.ts'

const textOf = async (backend: FakeBackend, title: string, passphrase: string) => {
  const { encrypted_password, encrypted_notes, encrypted_two_step_key } = stored(backend, title) ?? {}
  const texts = [encrypted_password, encrypted_notes, encrypted_two_step_key].filter((text) => typeof text === 'string')
  return Promise.all(texts.map((text) => decrypt(text, passphrase)))
}

it('[vault.md#changing-the-passphrase] encrypts every entry anew, with one salt, and goes on with the new one', async () => {
  const parts = { encrypted_notes: await sealed('the notes'), encrypted_two_step_key: await sealed('the key') }
  const backend = await openUnlocked(
    { title: 'Router', ...parts },
    { title: 'Bank', encrypted_password: await sealed('b4nk') },
  )
  answerVaultChange(backend)
  await start()
  await enter()
  await expect.element(dialog().getByText(/^2 entries of yours, as many as the server counts, open/)).toBeVisible()
  await dialog().getByRole('button', { name: 'Change passphrase' }).dblClick()
  await expectToast('Passphrase changed', 'Your entries now open with the new one.')
  await expect.element(dialog().getByText(/^2 entries open with the new passphrase from now on/)).toBeVisible()
  await press('Done')

  expect(await textOf(backend, 'Router', NEW)).toEqual(['secret', 'the notes', 'the key'])
  expect(await textOf(backend, 'Bank', NEW)).toEqual(['b4nk'])
  const [sent, ...more] = backend.sent('POST', CHANGE_PASSPHRASE)
  expect(more).toEqual([])
  expect(sent?.body).toMatchObject({ left_out: [], user_agent: navigator.userAgent })
  const payloads = [...JSON.stringify(sent?.body).matchAll(/"(\{\\"v\\".*?\})"/g)].map(([, text = '']) =>
    parsePayload(text.replaceAll('\\', '')),
  )
  expect(payloads).toHaveLength(4)
  expect(new Set(payloads.map(({ salt }) => salt.join())).size).toBe(1)
  expect(new Set(payloads.map(({ nonce }) => nonce.join())).size).toBe(4)
  // The vault is unlocked with the new passphrase.
  await expect.element(page.getByText('Opens 2 of 2')).toBeVisible()
})

it('[vault.md#changing-the-passphrase] says that the current passphrase opens nothing, and what was mistyped', async () => {
  const backend = await openVault({ title: 'Router' })
  await start()
  await enter('corect horse', NEW, 'another')
  await expect.element(dialog().getByText('This is not the same.')).toBeVisible()
  await enter(PASSPHRASE, PASSPHRASE)
  await expect.element(dialog().getByText('This is the current passphrase.')).toBeVisible()
  await enter('corect horse')
  await expect
    .element(dialog().getByRole('alert'))
    .toMatchTextContent('None of your entries opens with this passphrase.')
  expect(backend.sent('POST', CHANGE_PASSPHRASE)).toEqual([])
})

it('[vault.md#changing-the-passphrase] names what does not open before anything, and starts on Cancel', async () => {
  const backend = await openVault(
    { title: 'Router' },
    { title: 'Old', encrypted_password: await sealed('secret', 'the one before') },
    { title: 'Half', encrypted_notes: await sealed('notes', 'the one before') },
    { title: 'Damaged', encrypted_password: '{}' },
    { title: 'Printer', user_id: ben.id, owner: { display_name: ben.name }, agency_id: north },
    { title: 'Left', user_id: null, agency_id: north },
  )
  answerVaultChange(backend)
  await start()
  await enter()
  await expect.element(dialog().getByText('1 of your 4 entries open with the current passphrase.')).toBeVisible()
  const named = dialog().getByRole('listitem')
  await expect
    .poll(() =>
      named
        .elements()
        .map((item) => item.textContent)
        .sort(),
    )
    .toEqual([
      'Damaged – is damaged: Invalid payload',
      'Half – its notes open with another passphrase',
      'Left',
      'Old – opens with another passphrase',
      'Printer',
    ])
  await expect.element(dialog().getByText(/^Shared by Ben Carter, who has to change this/)).toBeVisible()
  await expect.element(dialog().getByText(/^Left by a former colleague/)).toBeVisible()
  await expect.element(dialog().getByRole('button', { name: 'Cancel' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog()).not.toBeInTheDocument()
  expect(backend.sent('POST', CHANGE_PASSPHRASE)).toEqual([])

  await start()
  await enter()
  await press('Change only the 1 that open')
  await expectToast('Passphrase changed')
  await expect.element(dialog().getByText('Printer')).toBeVisible()
  const body = backend.sent('POST', CHANGE_PASSPHRASE)[0]?.body
  const leftOut = ['Old', 'Half', 'Damaged'].map((title) => stored(backend, title)?.id)
  expect(isRow(body) && Array.isArray(body.left_out) && body.left_out.toSorted()).toEqual(leftOut.toSorted())
  expect(await textOf(backend, 'Router', NEW)).toEqual(['secret'])
  expect(await textOf(backend, 'Old', 'the one before')).toEqual(['secret'])
})

it('[vault.md#changing-the-passphrase] stores nothing over an entry that was changed meanwhile', async () => {
  const backend = await openVault({ title: 'Router' })
  answerVaultChange(backend)
  await start()
  await enter()
  await expect.element(dialog().getByRole('button', { name: 'Change passphrase' })).toHaveFocus()
  const meanwhile = await sealed('newer')
  backend.table('password_vault').update(new URLSearchParams({ title: 'eq.Router' }), { encrypted_password: meanwhile })
  await press('Change passphrase')
  await expect.element(dialog().getByRole('alert')).toMatchTextContent('Nothing was stored. Please start over.')
  expect(stored(backend, 'Router')?.encrypted_password).toBe(meanwhile)
})

it('[vault.md#changing-the-passphrase] is known to be stored though the answer was lost', async () => {
  const backend = await openVault({ title: 'Router' })
  const store = answerVaultChange(backend)
  backend.answer('POST', CHANGE_PASSPHRASE, ({ body }) => {
    store(body)
    return noAnswer()
  })
  await start()
  await enter()
  await press('Change passphrase')
  await expect.element(dialog().getByText(/^1 entry opens with the new passphrase/)).toBeVisible()
  expect(await textOf(backend, 'Router', NEW)).toEqual(['secret'])
})

it('[vault.md#changing-the-passphrase] says so when nobody can tell, and asks again', async () => {
  const backend = await openVault({ title: 'Router' })
  answerVaultChange(backend)
  await start()
  await enter()
  await expect.element(dialog().getByRole('button', { name: 'Change passphrase' })).toHaveFocus()
  const isDown = () => refusal('Bad gateway', { status: 502 })
  const answersAgain = [backend.answer('POST', CHANGE_PASSPHRASE, isDown), backend.answer('GET', VAULT, isDown)]
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await press('Change passphrase')
  await expect.poll(() => backend.sent('POST', CHANGE_PASSPHRASE).length).toBe(1)
  await vi.advanceTimersByTimeAsync(10_000)
  await expect.element(dialog().getByText('Keep both passphrases until this page says which.')).toBeVisible()
  vi.useRealTimers()
  await expectAccessible()
  // Escape does not close the dialog without a question.
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog().getByRole('button')).toHaveLength(1)
  for (const answers of answersAgain) answers()
  await press('Ask again')
  await expect.element(dialog().getByText(/^1 entry opens with the new passphrase/)).toBeVisible()
})

it('[vault.md#changing-the-passphrase] names an entry that was added in another window meanwhile', async () => {
  const backend = await openVault({ title: 'Router' })
  const store = answerVaultChange(backend)
  const added = { title: 'Late', user_id: ana.id, owner: null, encrypted_password: await sealed() }
  backend.answer('POST', CHANGE_PASSPHRASE, ({ body }) => {
    const answer = store(body)
    backend.table('password_vault').insert(added)
    return answer
  })
  await start()
  await enter()
  await press('Change passphrase')
  await expect.element(dialog().getByText(/^Added or changed meanwhile/)).toBeVisible()
  await expect.element(dialog().getByText('Late')).toBeVisible()
})

it('[vault.md#changing-the-passphrase] offers a recovery file, which opens with the passphrase before', async () => {
  const files = savedFiles()
  await openVault({ title: 'Router', encrypted_notes: await sealed('the notes') })
  await start()
  await enter()
  await press('Save recovery file')
  await expectToast('Export saved')
  const [[name = '', file] = []] = files
  expect(name).toMatch(/^vault-recovery-\d{4}-\d\d-\d\d\.json$/)
  const [entry] = readExport((await file?.text()) ?? '').entries
  expect(await decrypt(entry?.encrypted_password ?? '', PASSPHRASE)).toBe('secret')
  expect(await decrypt(entry?.encrypted_notes ?? '', PASSPHRASE)).toBe('the notes')
})

it('[vault.md#changing-the-passphrase] locks the vault of other windows of the same person', async () => {
  await openUnlocked({ title: 'Router' })
  const elsewhere = new BroadcastChannel('vault-passphrase')
  elsewhere.postMessage({ whose: ben.id, from: 'elsewhere' })
  await expect.element(lock()).toBeVisible()
  elsewhere.postMessage({ whose: ana.id, from: 'elsewhere' })
  await expectToast('Vault locked', 'The passphrase was changed in another window. Unlock the vault with the new one.')
  await expect.element(passphraseField()).toBeVisible()
  elsewhere.close()
})

it.each(phoneAndDesktop)('is for everybody, on $device', async ({ size }) => {
  await page.viewport(...size)
  await openVault(
    { title: 'Router' },
    { title: 'A title that is long '.repeat(9), encrypted_password: await sealed('secret', 'the one before') },
    { title: 'Printer', user_id: ben.id, owner: { display_name: ben.name }, agency_id: north },
  )
  await expectAccessible()
  await start()
  await expectAccessible()
  await enter()
  await expect.element(dialog().getByRole('button', { name: 'Cancel' })).toHaveFocus()
  expect(dialog().element().scrollTop).toBe(0)
  await expectAccessible()
  expect(horizontalOverflow()).toBe(0)
})
