import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { sealSecret } from '../../../lib/sealed-secret.ts'
import { expectAccessible, expectDestructiveToast, expectToast } from '../../../testing/expect.ts'
import type { FakeBackend } from '../../../testing/fake-backend.ts'
import { isRow } from '../../../testing/fake-table.ts'
import { ana, north } from '../../../testing/people.ts'
import { create, field, openVaultOn, PASSPHRASE, sealed, unlock, withEntries } from '../../../testing/vault-scene.ts'
import { decrypt } from '../encryption.ts'
import { newSecretKeys } from './secret-keys.ts'

const CLARA = 'c0000000-0000-4000-8000-000000000001'
const STORE = '/rest/v1/rpc/store_handed_over'

/** Adds what Clara has sent, asked for with this passphrase; `label` is what the stored row says it is for. */
async function addSent(backend: FakeBackend, { passphrase = PASSPHRASE, label = 'Shop admin password' } = {}) {
  const asked = { id: crypto.randomUUID(), agency_id: north, label: 'Shop admin password' }
  const { publicKey, privateText } = await newSecretKeys(asked)
  backend.table('client_secrets').insert({
    ...{ ...asked, label, client_id: CLARA, public_key: publicKey, sent_at: '2026-11-28T00:00:00+00:00' },
    client: { name: 'Clara Client', website_url: 'https://shop.test' },
    encrypted_private_key: await sealed(privateText, passphrase),
    sealed: await sealSecret(publicKey, asked.label, { username: 'clara', password: 'correct horse' }),
  })
  return asked.id
}

const open = () => page.getByRole('button', { name: /^Open / })

it('[vault.md#handed-over-by-clients] opens what a client sent into a new entry', async () => {
  const backend = await withEntries()
  const id = await addSent(backend)
  backend.answer('POST', STORE, () => {
    backend.table('client_secrets').delete(new URLSearchParams({ id: `eq.${id}` }))
    return new Response(null, { status: 204 })
  })
  openVaultOn(backend)
  await open().click()
  await expectDestructiveToast('Error', 'Unlock the vault with a passphrase first.')
  await unlock()
  await open().click()
  await expect.element(field('Title')).toHaveValue('Shop admin password')
  await expect.element(field('Website URL')).toHaveValue('https://shop.test')
  await expect.element(field('Username')).toHaveValue('clara')
  await expect.element(field('Password')).toHaveValue('correct horse')
  await expectAccessible()
  await create().click()
  await expectToast('Saved')
  const [call] = backend.sent('POST', STORE)
  expect(call?.body).toMatchObject({
    secret: id,
    entry: { title: 'Shop admin password', username: 'clara', client_id: CLARA, agency_id: north, user_id: ana.id },
  })
  const entry = Reflect.get(Object(call?.body), 'entry')
  expect(await decrypt(String(Reflect.get(entry, 'encrypted_password')), PASSPHRASE)).toBe('correct horse')
  await expect.element(open()).not.toBeInTheDocument()
})

it('[vault.md#handed-over-by-clients] is stored where the answer to storing it was lost', async () => {
  const backend = await withEntries()
  const id = await addSent(backend)
  backend.answer('POST', STORE, ({ body }) => {
    const entry: unknown = Reflect.get(Object(body), 'entry')
    if (isRow(entry)) backend.table('password_vault').insert({ owner: null, ...entry })
    backend.table('client_secrets').delete(new URLSearchParams({ id: `eq.${id}` }))
    return new Response(null, { status: 504 })
  })
  openVaultOn(backend)
  await unlock()
  await open().click()
  await create().click()
  await expectToast('Saved')
  await expect.element(open()).not.toBeInTheDocument()
})

it('[vault.md#handed-over-by-clients] lists what can be opened before what is still asked for', async () => {
  const backend = await withEntries()
  const asked = { agency_id: north, client_id: CLARA, label: 'Bank password', created_at: '2026-11-01T00:00:00+00:00' }
  backend.table('client_secrets').insert({ ...asked, id: crypto.randomUUID() })
  await addSent(backend)
  openVaultOn(backend)
  const items = page.getByRole('region', { name: 'Handed over by clients' }).getByRole('listitem')
  await expect.element(items.first()).toMatchTextContent(/Shop admin password.*Sent, to be opened until/)
  await expect.element(items.last()).toMatchTextContent(/Bank password.*Asked for, until/)
})

it.each([
  [{ passphrase: 'another one' }, /^This was asked for with another passphrase/],
  [{ label: 'Bank password' }, /^This cannot be opened: it was changed/],
])('[vault.md#handed-over-by-clients] says why it does not open: %o', async (given, reason) => {
  const backend = await withEntries()
  await addSent(backend, given)
  openVaultOn(backend)
  await unlock()
  await open().click()
  await expect.element(page.getByText(reason)).toBeVisible()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
})
