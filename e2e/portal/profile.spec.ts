import type { Page } from '@playwright/test'
import { type Person, sol, unique } from '../people.ts'
import { nextCall } from '../recorded-requests.ts'
import { expect, test } from '../test.ts'
import type { Agency, TestData } from '../test-data.ts'
import { expectDestructiveToast, expectToast } from '../toasts.ts'

const name = (page: Page) => page.getByLabel(/display name/i)
const avatar = (page: Page) => page.getByLabel(/avatar url/i)
const personal = (page: Page) => page.locator('form').filter({ has: name(page) })
const save = (page: Page) => personal(page).locator('button[type=submit]')

test.describe('[profile.md#personal-information] profile settings', () => {
  test('change the display name everywhere, at once and for good', async ({ signedIn, testData }) => {
    const person = await testData.newPerson('agency_staff', await testData.newAgency())
    const page = await signedIn(person)
    await page.goto('/dashboard/profile')
    await expect(name(page)).toHaveValue(person.name)
    await name(page).fill('Renamed Rita')
    await avatar(page).fill('https://pictures.test/rita.png')
    await save(page).click()
    await expectToast(page, 'Profile updated')
    await expect(page.getByText('Welcome, Renamed Rita', { exact: true })).toBeVisible()
    await page.reload()
    await expect(name(page)).toHaveValue('Renamed Rita')
    await expect(avatar(page)).toHaveValue('https://pictures.test/rita.png')
  })
})

test.describe('[profile.md#agency-information] agency information', () => {
  const form = (page: Page) => page.getByRole('form', { name: 'Agency Information' })
  const field = (page: Page, label: string) => form(page).getByLabel(label, { exact: true })
  const saveAgency = (page: Page) => form(page).getByRole('button', { name: 'Save Agency' })

  async function ready(signedIn: (person: Person) => Promise<Page>, testData: TestData) {
    const agency = await testData.newAgency({ phone: '555 0100' })
    const page = await signedIn(await testData.newPerson('agency_admin', agency))
    await page.goto('/dashboard/profile')
    await expect(field(page, 'Agency Name')).toHaveValue(agency.name)
    return { page, agency }
  }

  const stored = async (testData: TestData, { id }: Agency) => {
    const agencies = (await testData.as(sol)).from('agencies')
    const { data } = await agencies.select().eq('id', id).single().throwOnError()
    return data
  }

  test('is saved by an agency admin, all of it, but neither tier nor whether it is active', async ({
    signedIn,
    testData,
  }) => {
    const { page, agency } = await ready(signedIn, testData)
    await expect(form(page).getByRole('textbox')).toHaveCount(6)
    await expect(form(page).getByRole('combobox')).toHaveCount(0)
    await expect(form(page).getByRole('switch')).toHaveCount(0)
    await expect(field(page, 'Website URL')).toHaveAttribute('type', 'url')
    await expect(field(page, 'Logo URL')).toHaveAttribute('type', 'url')
    const renamed = unique('Renamed')
    await field(page, 'Agency Name').fill(` ${renamed} `)
    await field(page, 'Agency Email').fill('new@agency.test')
    await field(page, 'Website URL').fill('https://new.test')
    await field(page, 'Phone').fill('')
    await field(page, 'Contact Person').fill('Ann Answers')
    await field(page, 'Logo URL').fill('https://pictures.test/logo.png')
    const call = nextCall(page, 'PATCH', '/rest/v1/agencies')
    await saveAgency(page).dblclick()
    await expectToast(page, 'Agency updated')
    expect(new URL((await call).url()).searchParams.get('id')).toBe(`eq.${agency.id}`)
    expect((await call).postDataJSON()).toEqual({
      name: renamed,
      email: 'new@agency.test',
      website_url: 'https://new.test',
      phone: null,
      contact_person: 'Ann Answers',
      logo_url: 'https://pictures.test/logo.png',
    })
    // The new name appears everywhere on the screen, and can be changed again.
    await expect(page.getByRole('main').getByText(renamed, { exact: true })).toBeVisible()
    await field(page, 'Phone').fill('555 0199')
    await saveAgency(page).click()
    await expect.poll(async () => (await stored(testData, agency)).phone).toBe('555 0199')
  })

  test('says when the agency went inactive meanwhile: nothing is saved', async ({ signedIn, testData }) => {
    const { page, agency } = await ready(signedIn, testData)
    await (await testData.as(sol)).from('agencies').update({ is_active: false }).eq('id', agency.id).throwOnError()
    await field(page, 'Phone').fill('too late')
    await saveAgency(page).click()
    await expect(page.getByText(/Someone else changed this agency/)).toBeVisible()
    await page.getByRole('button', { name: 'Keep My Changes' }).click()
    await expectDestructiveToast(page, 'Error', 'Failed to update agency information. Please try again.')
    expect((await stored(testData, agency)).phone).toBe('555 0100')
  })
})

test.describe('a change of password', () => {
  const form = (page: Page) => page.getByRole('form', { name: 'Change Password' })
  const current = (page: Page) => form(page).getByLabel('Current Password')
  const password = (page: Page) => form(page).getByLabel('New Password', { exact: true })
  const confirmation = (page: Page) => form(page).getByLabel('Confirm New Password')
  const change = (page: Page) => form(page).getByRole('button', { name: 'Change Password' })

  async function ready(signedIn: (person: Person) => Promise<Page>, testData: TestData) {
    const person = await testData.newPerson('agency_staff', await testData.newAgency())
    const page = await signedIn(person)
    await page.goto('/dashboard/profile')
    return { page, person }
  }

  async function fill(page: Page, old: string, typed: string, again = typed) {
    await current(page).fill(old)
    await password(page).fill(typed)
    await confirmation(page).fill(again)
  }

  test('needs the old one, keeps one signed in here, and ends every other session, which is told why', async ({
    signedIn,
    testData,
    pageErrors,
  }) => {
    pageErrors.expectError(/^(400|401) /)
    const { page, person } = await ready(signedIn, testData)
    await fill(page, 'not-my-password', 'second-secret-2')
    await change(page).click()
    await expectDestructiveToast(page, 'Password not changed', 'Your current password is not right.')
    await expect(current(page)).toBeFocused()
    const elsewhere = await testData.freshSession(person)
    const { stored } = await testData.freshSession(person)
    const other = await (await page.context().browser())?.newPage({
      storageState: { cookies: [], origins: [{ origin: testData.url, localStorage: stored }] },
    })
    if (!other) throw new Error('There is no browser.')
    await other.goto(`${testData.url}/dashboard/profile`)
    await expect(name(other)).toHaveValue(person.name)

    await fill(page, person.password, 'second-secret-2')
    const call = nextCall(page, 'PUT', '/auth/v1/user')
    await change(page).dblclick()
    await expectToast(page, 'Password changed', 'You are signed out everywhere else.')
    expect((await call).postDataJSON()).toMatchObject({ password: 'second-secret-2' })
    await expect(current(page)).toHaveValue('')
    await expect(password(page)).toHaveValue('')

    expect((await elsewhere.client.from('agencies').select()).error).not.toBeNull()
    await page.reload()
    await expect(page.getByText(`Welcome, ${person.name}`, { exact: true })).toBeVisible()
    await expect(name(page)).toHaveValue(person.name)
    await testData.freshSession({ ...person, password: 'second-secret-2' })
    await expect(testData.freshSession(person)).rejects.toThrow('could not sign in')
    const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href]))
    expect(kept).not.toContain('second-secret-2')

    // Other sessions of the person end by themselves, with a reason.
    await expect(other.getByText('Your session has ended. Please sign in again.')).toBeVisible()
    await other.close()
  })
})
