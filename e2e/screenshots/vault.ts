import type { Page } from '@playwright/test'
import { ana, ben } from '../people.ts'
import { addEntry, create, dialog, field, openVault, unlock, update } from '../portal/vault-scene.ts'
import { press, type Scene } from './scene.ts'

const path = '/dashboard/vault'
/** Opens the vault with the demo's passphrase. */
const open = (page: Page) => unlock(page, 'mainstreet')

async function openAndCheck(page: Page) {
  await open(page)
  await page.getByText(/^Opens \d+ of/).waitFor()
}

async function startAdding(page: Page) {
  await openAndCheck(page)
  await addEntry(page).click()
}

async function startEditing(page: Page) {
  await openAndCheck(page)
  await press(/^Edit/)(page)
  await dialog(page).waitFor()
}

/** Repeats the first entry of the list many times. */
const manyEntries = (page: Page) =>
  page.route('**/rest/v1/password_vault*', async (route) => {
    const answer = await route.fetch()
    const entries: Record<string, unknown>[] = await answer.json()
    const many = Array.from({ length: 10 }, (_, round) =>
      entries.map((entry) => ({ ...entry, id: `${entry.id}${round}` })),
    )
    await route.fulfill({ response: answer, json: many.flat() })
  })

const failing = (page: Page) =>
  page.route('**/rest/v1/password_vault*', (route) => route.fulfill({ status: 500, json: { message: 'off' } }))

const unanswered = (page: Page) => page.route('**/rest/v1/password_vault*', () => {})

const onTop = { path, person: ana, isWindowOnly: true }

export const vaultScenes: Scene[] = [
  { name: 'vault', path, person: ana },
  { name: 'vault-open', path, person: ana, prepare: openAndCheck },
  { name: 'vault-open-top', ...onTop, prepare: openAndCheck },
  { name: 'vault-many', path, person: ana, before: manyEntries },
  {
    name: 'vault-wrong-passphrase',
    ...onTop,
    async prepare(page) {
      await unlock(page, 'mainstrete')
      await page.getByText('No entry opens with this passphrase. Try again.').waitFor()
    },
  },
  { name: 'vault-empty', path, person: 'beginner' },
  {
    name: 'vault-first-passphrase',
    path,
    person: 'beginner',
    isWindowOnly: true,
    async prepare(page) {
      await open(page)
      await page.getByText(/^There are no entries yet/).waitFor()
    },
  },
  {
    name: 'vault-few',
    path,
    person: 'beginner',
    async prepare(page) {
      await open(page)
      await addEntry(page).click()
      await field(page, 'Title').fill('Shop till')
      await dialog(page).getByRole('button', { name: 'Generate' }).click()
      await create(page).click()
      await dialog(page).waitFor({ state: 'hidden' })
      await page.getByText(/^Opens \d+ of/).waitFor()
    },
  },
  {
    name: 'vault-deleted',
    path,
    person: 'beginner',
    isWindowOnly: true,
    async prepare(page) {
      await press(/^Delete/)(page)
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
      await page.getByText('Deleted', { exact: true }).waitFor()
    },
  },
  {
    name: 'vault-loading',
    ...onTop,
    isWaiting: true,
    before: unanswered,
    prepare: (page) => page.getByRole('heading', { name: 'Password Vault' }).waitFor(),
  },
  {
    name: 'vault-nothing-found',
    path: `${path}?search=nothing+like+it`,
    person: ana,
    isWindowOnly: true,
  },
  { name: 'vault-error', ...onTop, before: failing },
  { name: 'add-vault-entry', ...onTop, prepare: startAdding },
  {
    name: 'add-vault-entry-filled',
    ...onTop,
    async prepare(page) {
      await startAdding(page)
      await field(page, 'Title').fill('Harbor Bakery: online shop')
      await field(page, 'Website URL').fill('https://shop.harborbakery.test/admin')
      await field(page, 'Username').fill('hello@harborbakery.test')
      await dialog(page).getByRole('button', { name: 'Generate' }).click()
      await dialog(page).getByRole('button', { name: 'Length and kinds' }).click()
      await dialog(page).getByRole('button', { name: 'Show password' }).click()
      await field(page, 'Tags').fill('client, shop')
      await field(page, 'Share with agency').click()
    },
  },
  {
    name: 'add-vault-entry-incomplete',
    ...onTop,
    async prepare(page) {
      await startAdding(page)
      await field(page, 'Website URL').fill('not an address')
      await create(page).click()
      await page.getByText('Title and Password are required.').waitFor()
    },
  },
  {
    name: 'add-vault-entry-locked',
    ...onTop,
    prepare: (page) => addEntry(page).click(),
  },
  { name: 'edit-vault-entry', ...onTop, prepare: startEditing },
  {
    name: 'edit-vault-entry-elsewhere',
    ...onTop,
    async prepare(page) {
      await startEditing(page)
      const other = await page.context().newPage()
      await openVault(other)
      await startEditing(other)
      await update(other).click()
      await dialog(other).waitFor({ state: 'hidden' })
      await other.close()
      await field(page, 'Username').fill('somebody.else')
      await update(page).click()
      await dialog(page)
        .getByText(/^You changed this entry in another window/)
        .waitFor()
    },
  },
  {
    name: 'vault-shown',
    ...onTop,
    async prepare(page) {
      await openAndCheck(page)
      await press(/^Show the password of/)(page)
      await page.getByText('Hides by itself after 30 seconds.').waitFor()
    },
  },
  {
    name: 'vault-second-passphrase',
    ...onTop,
    async prepare(page) {
      await unlock(page, 'mainstrete')
      await addEntry(page).click()
      await field(page, 'Title').fill('Shop till')
      await dialog(page).getByRole('button', { name: 'Generate', exact: true }).click()
      await create(page).click()
      await page.getByRole('alertdialog').waitFor()
    },
  },
  {
    name: 'vault-copied',
    ...onTop,
    async prepare(page) {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      await openAndCheck(page)
      await press(/^Copy Password/)(page)
      await page.getByText('Password copied to clipboard.').waitFor()
    },
  },
  { name: 'delete-vault-entry', ...onTop, prepare: press(/^Delete/) },
  {
    name: 'vault-read-only',
    path,
    person: ben,
    isWindowOnly: true,
    async prepare(page) {
      await openAndCheck(page)
      await press(/read only/)(page)
      await page.getByText(/Only its owner can edit it/).waitFor()
    },
  },
]
