import type { Page } from '@playwright/test'
import type { Agency, Backstage } from '../backstage.ts'
import { gate } from '../gate.ts'
import { abe, ana, ben, type Person, sol, uma, unique } from '../people.ts'
import { expect, expectAccessible, phone, test } from '../test.ts'
import { expectDestructiveToast, expectToast } from '../toasts.ts'
import { callsTo, force, nextCall } from '../wire.ts'

const name = (page: Page) => page.getByLabel(/display name/i)
const avatar = (page: Page) => page.getByLabel(/avatar url/i)
const personal = (page: Page) => page.locator('form').filter({ has: name(page) })
const save = (page: Page) => personal(page).locator('button[type=submit]')

test.describe('[profile.md#personal-information] profile settings', () => {
  test('change the display name everywhere, at once and for good', async ({ signedIn, backstage }) => {
    const person = await backstage.newPerson('agency_staff', await backstage.newAgency())
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

  test('take a web address for the avatar and nothing else', async ({ signedIn, backstage }) => {
    const page = await signedIn(await backstage.newPerson('agency_staff', await backstage.newAgency()))
    await page.goto('/dashboard/profile')
    await expect(avatar(page)).toHaveAttribute('type', 'url')
    const saved: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'PATCH') saved.push(request.url())
    })
    await avatar(page).fill('not a web address')
    await save(page).click()
    await expect(avatar(page)).toBeFocused()
    expect(saved).toEqual([])
  })

  test('say that saving failed, and keep what was typed', async ({ signedIn, backstage, troubles }) => {
    troubles.expectTrouble('failed PATCH /rest/v1/user_profiles')
    const page = await signedIn(await backstage.newPerson('agency_staff', await backstage.newAgency()))
    await page.goto('/dashboard/profile')
    await page.route('**/rest/v1/user_profiles*', (route) =>
      route.request().method() === 'PATCH' ? route.abort('internetdisconnected') : route.continue(),
    )
    await name(page).fill('Half Saved')
    await save(page).click()
    await expectDestructiveToast(page, 'Failed to update profile. Please try again.')
    await expect(name(page)).toHaveValue('Half Saved')
  })

  test('keep what was typed through a reload and the way back, until it is saved', async ({ signedIn, backstage }) => {
    const person = await backstage.newPerson('agency_staff', await backstage.newAgency())
    const page = await signedIn(person)
    await page.goto('/dashboard/profile')
    await name(page).fill('Half Typed')
    await page.reload()
    await expect(name(page)).toHaveValue('Half Typed')
    await page.getByRole('link', { name: 'Reports', exact: true }).click()
    await expect(page).toHaveURL('/dashboard/reports')
    await page.goBack()
    await expect(name(page)).toHaveValue('Half Typed')
    await save(page).click()
    await expectToast(page, 'Profile updated')
    await name(page).fill('')
    await name(page).fill('Half Typed')
    await page.reload()
    await expect(page.getByText('Welcome, Half Typed', { exact: true })).toBeVisible()
    await expect(name(page)).toHaveValue('Half Typed')
    expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('draft/')))).toEqual([])
  })

  test('name the account’s roles, agency and id', async ({ signedIn, backstage }) => {
    const agency = await backstage.newAgency()
    const person = await backstage.newPerson('agency_admin', agency)
    const { data } = await (await backstage.as(person)).auth.getUser()
    const page = await signedIn(person)
    await page.goto('/dashboard/profile')
    const main = page.getByRole('main')
    await expect(main).toContainText('Account')
    await expect(main.getByText(/^agency[_ ]admin$/i)).toBeVisible()
    await expect(main).toContainText(agency.name)
    await expect(main).toContainText(data.user?.id ?? 'an id')
  })

  test('hold the places of what is loading, and say when it cannot be loaded', async ({
    signedIn,
    backstage,
    troubles,
  }) => {
    troubles.expectTrouble(/^500 GET \/rest\/v1\/user_profiles/)
    const page = await signedIn(await backstage.newPerson('agency_staff', await backstage.newAgency()))
    const slow = await gate(page, '**/rest/v1/user_profiles?*')
    await page.goto('/dashboard/profile')
    await expect(page.locator('[aria-busy=true]').first()).toBeVisible()
    await expect(name(page)).toHaveCount(0)
    slow.open()
    await expect(name(page)).toBeVisible()

    await page.unrouteAll()
    await force(page, '/rest/v1/user_profiles', 'GET', { status: 500, json: { message: 'out of order' } })
    await page.reload()
    await expect(page.getByText('Your profile could not be loaded.', { exact: true })).toBeVisible()
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Try Again' }).click()
    await expect(name(page)).toBeVisible()
  })

  test('ask for the profile by id and the roles by user, and save what changed there', async ({
    signedIn,
    backstage,
  }) => {
    const person = await backstage.newPerson('agency_staff', await backstage.newAgency())
    const id = await backstage.idOf(person)
    const page = await signedIn(person)
    const profile = nextCall(page, 'GET', '/rest/v1/user_profiles')
    const roles = nextCall(page, 'GET', '/rest/v1/user_roles')
    await page.goto('/dashboard/profile')
    expect(new URL((await profile).url()).searchParams.get('id')).toBe(`eq.${id}`)
    expect(new URL((await roles).url()).searchParams.get('user_id')).toBe(`eq.${id}`)
    expect(new URL((await roles).url()).searchParams.get('select')).toBe('role')
    await name(page).fill('  Trimmed Tess ')
    const saved = nextCall(page, 'PATCH', '/rest/v1/user_profiles')
    await save(page).dblclick()
    await expectToast(page, 'Profile updated')
    expect(new URL((await saved).url()).searchParams.get('id')).toBe(`eq.${id}`)
    expect((await saved).postDataJSON()).toEqual({ display_name: 'Trimmed Tess', avatar_url: null })
  })

  test('show the picture one has chosen', async ({ signedIn, backstage }) => {
    const page = await signedIn(await backstage.newPerson('agency_staff', await backstage.newAgency()))
    await page.goto('/dashboard/profile')
    await expect(page.getByRole('main').locator('img')).toHaveCount(0)
    await avatar(page).fill('https://pictures.test/me.png')
    await save(page).click()
    await expect(page.getByRole('main').locator('img')).toHaveAttribute('src', 'https://pictures.test/me.png')
  })
})

test.describe('[profile.md#agency-information] agency information', () => {
  const form = (page: Page) => page.getByRole('form', { name: 'Agency Information' })
  const field = (page: Page, label: string) => form(page).getByLabel(label, { exact: true })
  const saveAgency = (page: Page) => form(page).getByRole('button', { name: 'Save Agency' })

  async function ready(signedIn: (person: Person) => Promise<Page>, backstage: Backstage) {
    const agency = await backstage.newAgency({ phone: '555 0100' })
    const page = await signedIn(await backstage.newPerson('agency_admin', agency))
    await page.goto('/dashboard/profile')
    await expect(field(page, 'Agency Name')).toHaveValue(agency.name)
    return { page, agency }
  }

  const stored = async (backstage: Backstage, { id }: Agency) => {
    const agencies = (await backstage.as(sol)).from('agencies')
    const { data } = await agencies.select().eq('id', id).single().throwOnError()
    return data
  }

  for (const person of [uma, ben, abe, sol]) {
    test(`is not for ${person.name}`, async ({ signedIn }) => {
      const page = await signedIn(person)
      await page.goto('/dashboard/profile')
      await expect(name(page)).toHaveValue(person.name)
      await expect(page.getByText('Associated Agency')).toBeVisible()
      await expect(page.getByText('Agency Information')).toHaveCount(0)
    })
  }

  test('is saved by an agency admin, all of it, but neither tier nor whether it is active', async ({
    signedIn,
    backstage,
  }) => {
    const { page, agency } = await ready(signedIn, backstage)
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
    // Everywhere on the screen, and again from there.
    await expect(page.getByRole('main').getByText(renamed, { exact: true })).toBeVisible()
    await field(page, 'Phone').fill('555 0199')
    await saveAgency(page).click()
    await expect.poll(async () => (await stored(backstage, agency)).phone).toBe('555 0199')
  })

  for (const [what, label] of [
    ['a name', 'Agency Name'],
    ['an email', 'Agency Email'],
  ] as const) {
    test(`needs ${what}`, async ({ signedIn, backstage }) => {
      const { page } = await ready(signedIn, backstage)
      const calls = callsTo(page, '/rest/v1/agencies')
      await field(page, label).fill('   ')
      await saveAgency(page).click()
      await expectDestructiveToast(page, 'Missing required fields', 'Agency name and agency email are required.')
      await expect(field(page, label)).toBeFocused()
      expect(calls.filter((call) => call.method() === 'PATCH')).toEqual([])
    })
  }

  test('takes web addresses and nothing else', async ({ signedIn, backstage }) => {
    const { page } = await ready(signedIn, backstage)
    await field(page, 'Logo URL').fill('javascript:alert(1)')
    await saveAgency(page).click()
    await expect(page.getByText('Enter a web address, like https://example.com.')).toBeVisible()
    await expect(field(page, 'Logo URL')).toBeFocused()
  })

  test('says that saving failed, and keeps what was typed, also through a reload', async ({
    signedIn,
    backstage,
    troubles,
  }) => {
    troubles.expectTrouble('500 PATCH /rest/v1/agencies')
    const { page } = await ready(signedIn, backstage)
    await force(page, '/rest/v1/agencies', 'PATCH', { status: 500, json: { message: 'out of order' } })
    await field(page, 'Phone').fill('half typed')
    await saveAgency(page).click()
    await expectDestructiveToast(page, 'Error', 'Failed to update agency information. Please try again.')
    await page.reload()
    await expect(field(page, 'Phone')).toHaveValue('half typed')
  })

  test('finds what was typed before a reload, and what somebody else has saved meanwhile', async ({
    signedIn,
    backstage,
  }) => {
    const { page, agency } = await ready(signedIn, backstage)
    await field(page, 'Phone').fill('half typed')
    const table = (await backstage.as(sol)).from('agencies')
    await table.update({ contact_person: 'Their Choice' }).eq('id', agency.id).throwOnError()
    await page.reload()
    await expect(field(page, 'Phone')).toHaveValue('half typed')
    await expect(page.getByText(/Somebody else changed this agency/)).toBeVisible()
    await page.getByRole('button', { name: 'Discard Mine, Show Theirs' }).click()
    await expect(page.getByText(/Somebody else changed this agency/)).toHaveCount(0)
    await expect(field(page, 'Phone')).toHaveValue('555 0100')
    await expect(field(page, 'Contact Person')).toHaveValue('Their Choice')
    await page.reload()
    await expect(field(page, 'Contact Person')).toHaveValue('Their Choice')
    await expect(field(page, 'Phone')).toHaveValue('555 0100')
  })

  test('says when the agency went inactive meanwhile: nothing is saved', async ({ signedIn, backstage }) => {
    const { page, agency } = await ready(signedIn, backstage)
    await (await backstage.as(sol)).from('agencies').update({ is_active: false }).eq('id', agency.id).throwOnError()
    await field(page, 'Phone').fill('too late')
    await saveAgency(page).click()
    await expect(page.getByText(/Somebody else changed this agency/)).toBeVisible()
    await page.getByRole('button', { name: 'Save Mine Over Theirs' }).click()
    await expectDestructiveToast(page, 'Error', 'Failed to update agency information. Please try again.')
    expect((await stored(backstage, agency)).phone).toBe('555 0100')
  })

  test('says when somebody else has changed it meanwhile, and lets one choose', async ({ signedIn, backstage }) => {
    const { page, agency } = await ready(signedIn, backstage)
    const table = (await backstage.as(sol)).from('agencies')
    await field(page, 'Phone').fill('mine')
    await table.update({ phone: 'theirs' }).eq('id', agency.id).throwOnError()
    await saveAgency(page).click()
    await page.getByRole('button', { name: 'Discard Mine, Show Theirs' }).click()
    await expect(field(page, 'Phone')).toHaveValue('theirs')
    await field(page, 'Phone').fill('mine again')
    await table.update({ phone: 'theirs again' }).eq('id', agency.id).throwOnError()
    await saveAgency(page).click()
    await page.getByRole('button', { name: 'Save Mine Over Theirs' }).click()
    await expectToast(page, 'Agency updated')
    expect((await stored(backstage, agency)).phone).toBe('mine again')
  })
})

test.describe('a change of password', () => {
  const form = (page: Page) => page.getByRole('form', { name: 'Change Password' })
  const current = (page: Page) => form(page).getByLabel('Current Password')
  const password = (page: Page) => form(page).getByLabel('New Password', { exact: true })
  const confirmation = (page: Page) => form(page).getByLabel('Confirm New Password')
  const change = (page: Page) => form(page).getByRole('button', { name: 'Change Password' })

  async function ready(signedIn: (person: Person) => Promise<Page>, backstage: Backstage) {
    const person = await backstage.newPerson('agency_staff', await backstage.newAgency())
    const page = await signedIn(person)
    await page.goto('/dashboard/profile')
    return { page, person }
  }

  async function fill(page: Page, old: string, typed: string, again = typed) {
    await current(page).fill(old)
    await password(page).fill(typed)
    await confirmation(page).fill(again)
  }

  test('keeps one signed in here, and ends every other session', async ({ signedIn, backstage }) => {
    const { page, person } = await ready(signedIn, backstage)
    const elsewhere = await backstage.freshSession(person)
    await fill(page, person.password, 'second-secret-2')
    const call = nextCall(page, 'PUT', '/auth/v1/user')
    await change(page).dblclick()
    await expectToast(page, 'Password changed', 'Wherever else you were signed in, you are signed out.')
    expect((await call).postDataJSON()).toMatchObject({ password: 'second-secret-2' })
    await expect(current(page)).toHaveValue('')
    await expect(password(page)).toHaveValue('')

    expect((await elsewhere.client.from('agencies').select()).error).not.toBeNull()
    await page.reload()
    await expect(page.getByText(`Welcome, ${person.name}`, { exact: true })).toBeVisible()
    await expect(name(page)).toHaveValue(person.name)
    await backstage.freshSession({ ...person, password: 'second-secret-2' })
    await expect(backstage.freshSession(person)).rejects.toThrow('could not sign in')
    const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href]))
    expect(kept).not.toContain('second-secret-2')
  })

  test('tells the others why they are out', async ({ signedIn, backstage, troubles }) => {
    troubles.expectTrouble(/^(400|401) /)
    const { page, person } = await ready(signedIn, backstage)
    const { stored } = await backstage.freshSession(person)
    const other = await (await page.context().browser())?.newPage({
      storageState: { cookies: [], origins: [{ origin: backstage.url, localStorage: stored }] },
    })
    if (!other) throw new Error('There is no browser.')
    await other.goto(`${backstage.url}/dashboard/profile`)
    await expect(name(other)).toHaveValue(person.name)
    await fill(page, person.password, 'second-secret-2')
    await change(page).click()
    await expectToast(page, 'Password changed')
    await other.getByRole('link', { name: 'Clients', exact: true }).click()
    await expect(other.getByText('Your session has ended. Please sign in again.')).toBeVisible()
    await other.close()
  })

  test('needs the old one', async ({ signedIn, backstage, troubles }) => {
    troubles.expectTrouble('400 POST /auth/v1/token')
    const { page, person } = await ready(signedIn, backstage)
    await fill(page, 'not-my-password', 'second-secret-2')
    await change(page).click()
    await expectDestructiveToast(page, 'Password not changed', 'Your current password is not right.')
    await expect(current(page)).toBeFocused()
    await backstage.freshSession(person)
  })

  for (const [what, old, typed, again, title, text] of [
    ['all three', '', '', '', 'Password required', 'Please enter your current and a new password.'],
    ['the old one', '', '123456', '123456', 'Password required', 'Please enter your current and a new password.'],
    ['a new one', 'old', '   ', '   ', 'Password required', 'Please enter your current and a new password.'],
    ['six characters', 'old', '12345', '12345', 'Password too short', 'Password must be at least 6 characters long.'],
    ['it twice', 'old', '123456', '654321', 'Passwords do not match', 'Please make sure both password fields match.'],
  ] as const) {
    test(`asks for ${what}`, async ({ signedIn, backstage }) => {
      const { page } = await ready(signedIn, backstage)
      const calls = callsTo(page, '/auth/v1/token')
      await fill(page, old, typed, again)
      await change(page).click()
      await expectDestructiveToast(page, title, text)
      expect(calls).toEqual([])
    })
  }

  test('says why it failed', async ({ signedIn, backstage, troubles }) => {
    troubles.expectTrouble(/^(422|failed) PUT \/auth\/v1\/user/)
    const { page, person } = await ready(signedIn, backstage)
    await fill(page, person.password, person.password)
    await change(page).click()
    await expectDestructiveToast(
      page,
      'Password not changed',
      'New password should be different from the old password.',
    )
    await force(page, '/auth/v1/user', 'PUT', 'none')
    await fill(page, person.password, 'second-secret-2')
    await change(page).click()
    await expectDestructiveToast(
      page,
      'Password not changed',
      'The server is not answering. Please check your connection and try again.',
    )
    await expect(password(page)).toHaveValue('second-secret-2')
  })
})

for (const [device, viewport] of [
  ['phone', phone],
  ['desktop', { width: 1280, height: 800 }],
] as const) {
  test(`[axe] the forms of the profile, with what is wrong, on a ${device}`, async ({ signedIn }) => {
    const page = await signedIn(ana, { viewport })
    await page.goto('/dashboard/profile')
    await page.getByLabel('Agency Email').fill('')
    await page.getByRole('button', { name: 'Save Agency' }).click()
    await page.getByRole('button', { name: 'Change Password' }).click()
    await expectDestructiveToast(page, 'Password required')
    await expectAccessible(page)
  })
}
