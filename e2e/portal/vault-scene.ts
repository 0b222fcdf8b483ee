import type { Locator, Page } from '@playwright/test'
import type { SupabaseClient } from '@supabase/supabase-js'
import type { Person } from '../people.ts'
import { callsTo } from '../recorded-requests.ts'
import { expect } from '../test.ts'
import type { Agency, TestData } from '../test-data.ts'
import { sealed } from '../vault-payload.ts'

export const PASSPHRASE = 'correct horse battery'
export const withClipboard = { permissions: ['clipboard-read', 'clipboard-write'] }

export interface AgencyWithVault {
  agency: Agency
  /** An agency admin, who owns the entries. */
  admin: Person
  /** A colleague of the admin, on the agency's staff. */
  colleague: Person
}

interface Entry {
  title: string
  /** The password in plain text, to be encrypted with `PASSPHRASE` or with `passphrase`. */
  password?: string
  passphrase?: string
  isShared?: boolean
  [column: string]: unknown
}

/** Creates an agency whose admin has these vault entries, of which the last one is the newest. */
export async function createAgencyWithVault(testData: TestData, entries: Entry[] = []): Promise<AgencyWithVault> {
  const agency = await testData.newAgency()
  const [admin, colleague] = await Promise.all([
    testData.newPerson('agency_admin', agency),
    testData.newPerson('agency_staff', agency),
  ])
  for (const entry of entries) await addVaultEntry(await testData.as(admin), agency, entry)
  return { agency, admin, colleague }
}

/** Adds a vault entry as its owner, and returns its id. */
export async function addVaultEntry(owner: SupabaseClient, agency: Agency, entry: Entry): Promise<string> {
  const { password = 'secret', passphrase = PASSPHRASE, isShared = false, ...columns } = entry
  const row = { encrypted_password: sealed(password, passphrase), agency_id: isShared ? agency.id : null, ...columns }
  const { data } = await owner.from('password_vault').insert(row).select('id').single().throwOnError()
  return data.id
}

/** Reads the row of a vault entry as its owner. */
export async function storedEntry(owner: SupabaseClient, title: string) {
  const { data } = await owner.from('password_vault').select().eq('title', title).single().throwOnError()
  return data
}

export async function accessLog(
  admin: SupabaseClient,
  entryId: string,
): Promise<{ action: string; user_agent: string }[]> {
  const log = admin.from('vault_access_logs').select('action, user_agent').eq('vault_entry_id', entryId)
  const { data } = await log.order('created_at').throwOnError()
  return data
}

/** Records the calls of one method to one table, each with query and body. */
export function recordCalls(page: Page, table: string) {
  const all = callsTo(page, `/rest/v1/${table}`)
  return (method: string) =>
    all
      .filter((request) => request.method() === method)
      .map((request) => ({
        query: decodeURIComponent(new URL(request.url()).search),
        body: request.postDataJSON() ?? {},
      }))
}

/** Signs a window in with a session of its own, which a test may end. */
export async function signInAlone(page: Page, testData: TestData, person: Person): Promise<void> {
  const { stored } = await testData.freshSession(person)
  await page.goto('/contact')
  await page.evaluate((items) => {
    for (const { name, value } of items) localStorage.setItem(name, value)
  }, stored)
}

/** Opens the vault's screen. */
export async function openVault(page: Page): Promise<void> {
  await page.goto('/dashboard/vault')
  await expect(page.getByRole('heading', { name: /^Entries \(\d+\)$/ })).toBeVisible()
}

export const passphraseField = (page: Page) => page.getByLabel('Passphrase', { exact: true })
export const entry = (page: Page, title: string): Locator =>
  page
    .getByRole('list', { name: 'Entries' })
    .locator('> li')
    .filter({ has: page.getByRole('heading', { name: title }) })
export const action = (page: Page, title: string, name: RegExp) => entry(page, title).getByRole('button', { name })
export const titles = (page: Page) => page.getByRole('list', { name: 'Entries' }).getByRole('heading')
export const addEntry = (page: Page) => page.getByRole('button', { name: 'Add Entry', exact: true })
export const dialog = (page: Page) => page.getByRole('dialog')
export const field = (page: Page, label: string) => dialog(page).getByLabel(label, { exact: true })
export const create = (page: Page) => dialog(page).getByRole('button', { name: 'Create', exact: true })
export const update = (page: Page) => dialog(page).getByRole('button', { name: 'Update', exact: true })

/** Chooses an item of the menu "More" of the vault. */
export async function chooseFromMoreMenu(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}

export async function unlock(page: Page, passphrase = PASSPHRASE): Promise<void> {
  await passphraseField(page).fill(passphrase)
  await page.getByRole('button', { name: 'Unlock', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Lock', exact: true })).toBeVisible()
}

export const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())
