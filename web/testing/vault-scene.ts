import { expect, vi } from 'vitest'
import { page } from 'vitest/browser'
import { seal } from '../portal/vault/sealer.ts'
import VaultRoute from '../portal/vault/vault-route.tsx'
import { FakeBackend, refusal } from './fake-backend.ts'
import { isRow, type Row } from './fake-table.ts'
import { ana, type Person } from './people.ts'
import { Portal } from './portal.tsx'

export const VAULT = '/rest/v1/password_vault'
export const PASSPHRASE = 'correct horse battery'
export const LOCKED = 'Unlock the vault with a passphrase first.'

/** Encrypts a text with `PASSPHRASE` or another passphrase. */
export const sealed = (text = 'secret', passphrase = PASSPHRASE) => seal(text, passphrase)

/** Makes the browser decrypt everything to a different text. Returns how to undo that. */
export function breakDecryption(): () => void {
  const another = new TextEncoder().encode('another').buffer
  const decrypting = vi.spyOn(crypto.subtle, 'decrypt').mockResolvedValue(another)
  return () => decrypting.mockRestore()
}

/**
 * A backend with these vault entries of Ana's, of which the last one is the newest. An entry without a payload is the
 * password `secret`.
 */
export async function withEntries(...entries: Row[]): Promise<FakeBackend> {
  const backend = new FakeBackend()
  for (const entry of entries) {
    const encrypted_password = entry.encrypted_password ?? (await sealed())
    backend.table('password_vault').insert({ user_id: ana.id, owner: null, ...entry, encrypted_password })
  }
  return backend
}

export function openVaultOn(backend: FakeBackend, as: Person = ana, at = '/dashboard/vault'): Portal {
  return Portal.open(backend, {
    screens: [{ path: '/dashboard/vault', Component: VaultRoute }],
    at,
    as,
  })
}

/** Opens the locked vault with these entries. */
export async function openVault(...entries: Row[]): Promise<FakeBackend> {
  const { backend } = openVaultOn(await withEntries(...entries))
  await expect.element(page.getByRole('heading', { name: `Entries (${entries.length})` })).toBeVisible()
  return backend
}

export async function openUnlocked(...entries: Row[]): Promise<FakeBackend> {
  const backend = await openVault(...entries)
  await unlock()
  return backend
}

export async function unlock(passphrase = PASSPHRASE): Promise<void> {
  await passphraseField().fill(passphrase)
  await page.getByRole('button', { name: 'Unlock', exact: true }).click()
  await expect.element(lock()).toBeVisible()
}

/** Changes an entry without a request from this page, as another window or a colleague would. */
export function changeElsewhere(backend: FakeBackend, title: string, changes: Row): void {
  backend.table('password_vault').update(new URLSearchParams({ title: `eq.${title}` }), changes)
}

export const CHANGE_PASSPHRASE = '/rest/v1/rpc/change_vault_passphrase'

/** Answers the database function that stores a passphrase change, as far as a browser sees it. */
export function answerVaultChange(backend: FakeBackend) {
  const store = (body: unknown) => {
    const entries = isRow(body) && Array.isArray(body.entries) ? body.entries.filter(isRow) : []
    const table = backend.table('password_vault')
    const seen = (entry: Row) => table.rows.find(({ id, updated_at }) => id === entry.id && updated_at === entry.seen)
    if (!entries.every(seen)) return refusal('Your entries are not as they were read.', { status: 409, code: 'PT409' })
    for (const { id, encrypted_password, encrypted_notes, encrypted_two_step_key } of entries) {
      const encrypted = { encrypted_password, encrypted_notes, encrypted_two_step_key }
      table.update(new URLSearchParams({ id: `eq.${id}` }), encrypted)
    }
    return Response.json(entries.length)
  }
  backend.answer('POST', CHANGE_PASSPHRASE, ({ body }) => store(body))
  return store
}

export const stored = (backend: FakeBackend, title: string): Row | undefined =>
  backend.table('password_vault').rows.find((row) => row.title === title)

export const passphraseField = () => page.getByLabelText('Passphrase', { exact: true })
export const lock = () => page.getByRole('button', { name: 'Lock', exact: true })
export const titles = () => page.getByRole('list', { name: 'Entries' }).getByRole('heading')
export const entry = (title: string) =>
  page
    .getByRole('list', { name: 'Entries' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: title, exact: false }) })
export const action = (title: string, name: RegExp) => entry(title).getByRole('button', { name })
/** Chooses an item of the menu "More" of the vault. */
export async function more(name: string): Promise<void> {
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}

export const search = () => page.getByPlaceholder('Search entries...', { exact: true })
export const addEntry = () => page.getByRole('button', { name: 'Add Entry', exact: true })
export const dialog = () => page.getByRole('dialog')
export const field = (label: string) => dialog().getByLabelText(label, { exact: true })
export const create = () => dialog().getByRole('button', { name: 'Create', exact: true })
export const update = () => dialog().getByRole('button', { name: 'Update', exact: true })
