import type { Page } from '@playwright/test'
import { row } from '../list-rows.ts'
import { sol, unique } from '../people.ts'
import { expect, test } from '../test.ts'
import { expectToast } from '../toasts.ts'
import { chooseClient, createAgencyWithProjects } from './projects-scene.ts'

/** Navigates by a link of the sidebar: loading the page would fetch everything anew. */
const goTo = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Portal' }).getByRole('link', { name, exact: true }).click()

/** Stops the clock, so that no data becomes stale and every refetch follows from an action. */
const stopClock = (page: Page) => page.clock.setFixedTime(new Date())

const figures = (page: Page) => page.getByRole('region', { name: 'Numbers' }).getByText(/^\d+%?$/)

test.describe('[lists.md#refreshing] after a mutation the lists that show it are refreshed', () => {
  test('the numbers of the dashboard, by clients, projects and users', async ({ signedIn, testData }) => {
    test.slow()
    const agency = await testData.newAgency()
    const page = await signedIn(await testData.newPerson('admin', agency))
    await stopClock(page)
    await page.goto('/dashboard')
    await expect(figures(page)).toHaveText(['0', '0', '1', '100%'])

    await goTo(page, 'Clients')
    await page.getByRole('button', { name: 'Add Client' }).click()
    await page.getByLabel('Client Name').fill('Fresh Client')
    await page.getByLabel('Email').fill('fresh@client.test')
    await page.getByRole('dialog').getByRole('button', { name: 'Add Client' }).click()
    await expectToast(page, 'Client created')
    await goTo(page, 'Dashboard')
    await expect(figures(page)).toHaveText(['1', '0', '1', '100%'])

    await goTo(page, 'Projects')
    await page.getByRole('button', { name: 'Add Project' }).click()
    await page.getByLabel('Project Name').fill('Fresh Project')
    await chooseClient(page.getByRole('dialog'), 'Fresh Client')
    await page.getByLabel('Project Type').selectOption('consultation')
    await page.getByRole('button', { name: 'Create Project' }).click()
    await expectToast(page, 'Project created')
    await goTo(page, 'Dashboard')
    await expect(figures(page)).toHaveText(['1', '1', '1', '0%'])

    await goTo(page, 'User Management')
    await page.getByRole('button', { name: 'Add User' }).click()
    const word = unique('fresh').replace(' ', '-')
    await page.getByRole('dialog').getByLabel('Email').fill(`${word}@agency.test`)
    await page.getByRole('dialog').getByLabel('Name').fill('Fresh User')
    await page.getByRole('dialog').getByLabel('Password').fill('fresh-secret')
    await page.getByRole('dialog').getByRole('button', { name: 'Add User' }).click()
    await expectToast(page, 'User created')
    await goTo(page, 'Dashboard')
    await expect(figures(page)).toHaveText(['1', '1', '2', '0%'])

    // Deleting a client deletes its projects.
    await goTo(page, 'Clients')
    await page.getByRole('button', { name: 'Delete Fresh Client' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expectToast(page, 'Client deleted')
    await goTo(page, 'Projects')
    await expect(page.getByRole('heading', { name: 'Projects (0)' })).toBeVisible()
    await goTo(page, 'Dashboard')
    await expect(figures(page)).toHaveText(['0', '0', '2', '100%'])
  })

  test('the list of users, by a new name of one’s own', async ({ signedIn, testData }) => {
    const person = await testData.newPerson('agency_admin', await testData.newAgency())
    const page = await signedIn(person)
    await stopClock(page)
    await page.goto('/dashboard/users')
    await expect(row(page, person.name)).toBeVisible()
    await goTo(page, 'Profile Settings')
    await page.getByLabel('Display Name').fill('Quite Another')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expectToast(page, 'Profile updated')
    await goTo(page, 'User Management')
    await expect(row(page, 'Quite Another')).toBeVisible()
  })

  test('the list of projects, by a new name of their agency', async ({ signedIn, testData }) => {
    const { agency } = await createAgencyWithProjects(testData, [{ name: 'Steady Work' }])
    const page = await signedIn(sol)
    await stopClock(page)
    await page.goto(`/dashboard/projects?agencyId=${agency.id}`)
    await expect(row(page, 'Steady Work')).toContainText(agency.name)
    await goTo(page, 'Agencies')
    await page.getByRole('button', { name: `Edit ${agency.name}` }).click()
    const renamed = unique('Renamed')
    await page.getByLabel('Agency Name').fill(renamed)
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expectToast(page, 'Agency updated')
    await row(page, renamed).getByRole('link', { name: 'View Projects' }).click()
    await expect(row(page, 'Steady Work')).toContainText(renamed)
  })
})
