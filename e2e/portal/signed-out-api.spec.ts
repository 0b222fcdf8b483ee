import type { Page } from '@playwright/test'
import { linkIn, useLink } from '../outbox.ts'
import { newcomer } from '../people.ts'
import { signIn } from '../sign-in.ts'
import { expect, test } from '../test.ts'
import type { TestData } from '../test-data.ts'

const tables = [
  'agencies',
  'chat_messages',
  'client_notes',
  'client_people',
  'client_update_attachments',
  'clients',
  'contact_submissions',
  'password_vault',
  'project_notes',
  'project_steps',
  'project_updates',
  'projects',
  'user_presence',
  'vault_access_logs',
]

test.describe('[who-may-do-what.md#who-may-do-what] signed in means nothing by itself', () => {
  test('a stranger who signs up, confirms and signs in sees an empty portal', async ({ page, outbox }) => {
    const stranger = newcomer()
    await page.goto('/auth')
    await page.getByRole('tab', { name: 'Sign Up' }).click()
    await page.getByLabel('Full Name', { exact: true }).fill(stranger.name)
    await page.getByLabel('Email Address', { exact: true }).fill(stranger.email)
    await page.getByLabel('Password', { exact: true }).fill(stranger.password)
    await page.getByRole('button', { name: 'Create Account' }).click()
    await useLink(page, linkIn(await outbox.newestTo(stranger.email)))
    await expect(page).toHaveURL('/dashboard')
    await page.getByRole('button', { name: 'Sign Out' }).click()
    await expect(page).toHaveURL('/')

    await page.goto('/auth')
    await signIn(page, stranger)
    await expect(page.getByText(`Welcome, ${stranger.name}`, { exact: true })).toBeVisible()
    await expectEmptyPortal(page)
  })

  test('and gets nothing from any table by supabase-js', async ({ testData }) => {
    const stranger = await testData.newPersonWithoutAgency()
    const client = await testData.as(stranger)
    for (const table of tables) {
      const { data } = await client.from(table).select()
      expect(data ?? [], table).toEqual([])
    }
    const { data: session } = await client.auth.getUser()
    const profiles = await client.from('user_profiles').select('id, agency_id').throwOnError()
    expect(profiles.data).toEqual([{ id: session.user?.id, agency_id: null }])
    await expectNoWayUp(testData, stranger)
  })

  test('nor does anybody without an account', async ({ testData }) => {
    for (const table of [...tables, 'user_profiles', 'user_roles']) {
      const { data } = await testData.anonymous().from(table).select()
      expect(data ?? [], table).toEqual([])
    }
  })
})

async function expectEmptyPortal(page: Page) {
  const main = page.getByRole('main')
  // The figures count only the person's own data: no clients, no active projects, one registered user (themselves), and
  // no completed share.
  await expect(main.getByRole('region', { name: 'Numbers' }).getByText(/^\d+%?$/)).toHaveText(['0', '0', '1', '100%'])
  await expect(page.getByText('Administration', { exact: true })).toHaveCount(0)
  await page.getByRole('link', { name: 'Clients', exact: true }).click()
  await expect(page.getByText('No clients found.', { exact: true })).toBeVisible()
  await page.goto('/dashboard/users')
  await expect(main).toContainText("Access Denied — You don't have permission to view user management.")
}

async function expectNoWayUp(testData: TestData, stranger: Awaited<ReturnType<TestData['newPersonWithoutAgency']>>) {
  const client = await testData.as(stranger)
  const { data } = await client.auth.getUser()
  const { error: role } = await client.from('user_roles').insert({ user_id: data.user?.id, role: 'super_admin' })
  expect(role).not.toBeNull()
  const { error: created } = await client.from('clients').insert({ name: 'Mine', email: 'mine@shop.test' })
  expect(created).not.toBeNull()
  await client.auth.updateUser({ data: { role: 'super_admin', roles: ['super_admin'] } })
  const { data: clients } = await client.from('clients').select()
  expect(clients).toEqual([])
}
