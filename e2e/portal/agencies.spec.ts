import type { Page } from '@playwright/test'
import type { Backstage } from '../backstage.ts'
import { gate } from '../gate.ts'
import { ana, type Person, sol, unique } from '../people.ts'
import { row, rows } from '../table.ts'
import { expect, expectAccessible, phone, test } from '../test.ts'
import { expectDestructiveToast, expectToast } from '../toasts.ts'
import { callsTo, force, nextCall } from '../wire.ts'

const TABLE = '/rest/v1/agencies'

/** The list of a super admin; with an agency that this test has just made, which is therefore on its first page. */
async function open(signedIn: (person: Person) => Promise<Page>, agency?: { name: string }): Promise<Page> {
  const page = await signedIn(sol)
  await page.goto('/dashboard/agencies')
  if (agency) await expect(row(page, agency.name)).toBeVisible()
  return page
}

async function stored(backstage: Backstage, name: string) {
  const { data } = await (await backstage.as(sol)).from('agencies').select().eq('name', name).throwOnError()
  return data
}

test.describe('[agencies.md#list] the list of agencies', () => {
  test('shows each with its columns, newest first, and says who has access', async ({ signedIn, backstage }) => {
    const plain = await backstage.newAgency()
    const full = await backstage.newAgency({
      website_url: 'https://full.test/about',
      subscription_tier: 'enterprise',
      is_active: false,
      logo_url: 'https://pictures.test/logo.png',
    })
    const page = await open(signedIn, full)
    await expect(page).toHaveTitle('Agencies | Dashboard')
    await expect(page.getByRole('heading', { level: 1, name: 'Agencies' })).toBeVisible()
    await expect(page.getByText('Super Admins have full access', { exact: true })).toBeVisible()
    await expect(page.getByRole('columnheader')).toHaveText(['Name', 'Website', 'Tier', 'Status', 'Actions'])
    const names = await rows(page).locator('p.font-medium').allTextContents()
    expect(names.indexOf(full.name)).toBeLessThan(names.indexOf(plain.name))

    const newest = row(page, full.name)
    await expect(newest.getByRole('link', { name: 'full.test/about' })).toHaveAttribute(
      'href',
      'https://full.test/about',
    )
    await expect(newest.getByText(/^enterprise$/i)).toHaveClass(/purple/)
    await expect(newest.getByText('Inactive', { exact: true })).toHaveClass(/slate/)
    await expect(newest.locator('img')).toHaveAttribute('src', 'https://pictures.test/logo.png')
    await expect(row(page, plain.name).getByText(/^basic$/i)).toHaveClass(/slate/)
    await expect(row(page, plain.name).getByText('Active', { exact: true })).toHaveClass(/success/)
    await expect(row(page, plain.name)).toContainText('Not provided')
  })

  test('leads to the projects of one', async ({ signedIn, backstage }) => {
    const agency = await backstage.newAgency()
    const page = await open(signedIn, agency)
    await row(page, agency.name).getByRole('link', { name: 'View Projects' }).click()
    await expect(page).toHaveURL(`/dashboard/projects?agencyId=${agency.id}`)
  })

  test('[agencies.md#list] asks for them newest first, a page at a time', async ({ signedIn }) => {
    const page = await signedIn(sol)
    const call = nextCall(page, 'GET', TABLE)
    await page.goto('/dashboard/agencies')
    const asked = new URL((await call).url()).searchParams
    expect(asked.get('order')).toBe('created_at.desc,id.asc')
    expect([asked.get('offset'), asked.get('limit')]).toEqual(['0', '50'])
    expect((await (await call).allHeaders()).prefer).toContain('count=exact')
  })

  test('reaches every agency of many', async ({ signedIn, backstage }) => {
    await (await backstage.as(sol))
      .from('agencies')
      .insert(Array.from({ length: 51 }, (_, number) => ({ name: unique(`Many ${number}`) })))
      .throwOnError()
    const page = await open(signedIn)
    await expect(rows(page)).toHaveCount(50)
    await page.getByRole('link', { name: 'Next', exact: true }).click()
    await expect(page).toHaveURL('/dashboard/agencies?page=2')
    await expect(rows(page).first()).toBeVisible()
  })

  test('is empty in so many words', async ({ signedIn }) => {
    const page = await signedIn(sol)
    await page.route(`**${TABLE}?*`, (route) =>
      route.fulfill({ status: 200, json: [], headers: { 'content-range': '*/0' } }),
    )
    await page.goto('/dashboard/agencies')
    await expect(page.getByText('No agencies found.', { exact: true })).toBeVisible()
    await expectAccessible(page)
  })

  test('holds the places of the rows while it is loading', async ({ signedIn }) => {
    const page = await signedIn(sol)
    const slow = await gate(page, `**${TABLE}?*`)
    await page.goto('/dashboard/agencies')
    await expect(rows(page)).toHaveCount(8)
    slow.open()
    await expect(page.getByRole('link', { name: 'View Projects' }).first()).toBeVisible()
  })

  test('says so when it cannot be loaded, and can be asked again', async ({ signedIn, troubles }) => {
    troubles.expectTrouble(/^500 GET \/rest\/v1\/agencies/)
    const page = await signedIn(sol)
    await force(page, TABLE, 'GET', { status: 500, json: { message: 'out of order' } })
    await page.goto('/dashboard/agencies')
    await expect(page.getByText('The agencies could not be loaded.', { exact: true })).toBeVisible()
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Try Again' }).click()
    await expect(rows(page).first()).toContainText('View Projects')
  })

  test('[agencies.md#agencies] is denied to everybody else', async ({ signedIn }) => {
    const page = await signedIn(ana)
    await page.goto('/dashboard/agencies')
    await expect(page.getByRole('main')).toContainText("Access Denied — You don't have permission to view agencies.")
    await expect(page.getByRole('button', { name: 'Add Agency' })).toHaveCount(0)
    await expectAccessible(page)
  })
})

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const submit = (page: Page) => page.getByRole('dialog').locator('button[type=submit]')
const field = (page: Page, label: string) => page.getByRole('dialog').getByLabel(label, { exact: true })

test.describe('[agencies.md#adding] adding an agency', () => {
  async function openDialog(page: Page) {
    await page.getByRole('button', { name: 'Add Agency' }).click()
    await expect(dialog(page, 'Add Agency')).toBeVisible()
  }

  test('sends every field, gets the row back, says so, and shows it first', async ({ signedIn, backstage }) => {
    const page = await open(signedIn)
    const name = unique('East End')
    await openDialog(page)
    await field(page, 'Agency Name').fill(`  ${name} `)
    await field(page, 'Agency Email').fill('hello@east.test')
    await field(page, 'Website URL').fill('https://east.test')
    await field(page, 'Phone').fill('555 0100')
    await field(page, 'Contact Person').fill('Edda East')
    await field(page, 'Logo URL').fill('https://pictures.test/east.png')
    await field(page, 'Subscription Tier').selectOption('pro')
    await field(page, 'Active').click()
    const call = nextCall(page, 'POST', TABLE)
    await submit(page).click()
    await expectToast(page, 'Agency created')
    await expect(dialog(page, 'Add Agency')).toBeHidden()
    await expect(page.getByRole('button', { name: 'Add Agency' })).toBeFocused()
    await expect(row(page, name)).toContainText('Inactive')
    const sent = {
      name,
      email: 'hello@east.test',
      website_url: 'https://east.test',
      phone: '555 0100',
      contact_person: 'Edda East',
      logo_url: 'https://pictures.test/east.png',
      subscription_tier: 'pro',
      is_active: false,
    }
    expect((await call).postDataJSON()).toEqual(sent)
    expect((await (await call).allHeaders()).prefer).toContain('return=representation')
    expect(await (await (await call).response())?.json()).toMatchObject(sent)
    expect(await stored(backstage, name)).toMatchObject([sent])
  })

  test('starts on tier basic and active, and sends what is empty as null', async ({ signedIn }) => {
    const page = await open(signedIn)
    await openDialog(page)
    await expect(field(page, 'Subscription Tier')).toHaveValue('basic')
    await expect(field(page, 'Subscription Tier').getByRole('option')).toHaveText([/basic/i, /pro/i, /enterprise/i])
    await expect(field(page, 'Active')).toBeChecked()
    const name = unique('Bare')
    await field(page, 'Agency Name').fill(name)
    const call = nextCall(page, 'POST', TABLE)
    await submit(page).click()
    await expectToast(page, 'Agency created')
    expect((await call).postDataJSON()).toEqual({
      name,
      email: null,
      website_url: null,
      phone: null,
      contact_person: null,
      logo_url: null,
      subscription_tier: 'basic',
      is_active: true,
    })
  })

  test('asks for a name', async ({ signedIn }) => {
    const page = await open(signedIn)
    const calls = callsTo(page, TABLE)
    await openDialog(page)
    await field(page, 'Agency Name').fill('   ')
    await submit(page).click()
    await expectDestructiveToast(page, 'Name is required')
    await expect(field(page, 'Agency Name')).toBeFocused()
    expect(calls.filter((call) => call.method() === 'POST')).toEqual([])
  })

  test('takes web addresses for website and logo, and nothing else', async ({ signedIn }) => {
    const page = await open(signedIn)
    const calls = callsTo(page, TABLE)
    await openDialog(page)
    await field(page, 'Agency Name').fill('Wrong')
    await field(page, 'Website URL').fill('javascript:alert(1)')
    await field(page, 'Logo URL').fill('not an address')
    await submit(page).click()
    await expect(page.getByText('Enter a web address, like https://example.com.')).toHaveCount(2)
    expect(calls.filter((call) => call.method() === 'POST')).toEqual([])
  })

  test('fails with the server’s message, or with its own where there is none', async ({ signedIn, troubles }) => {
    troubles.expectTrouble(/^(500|failed) POST \/rest\/v1\/agencies/)
    const page = await open(signedIn)
    await openDialog(page)
    await field(page, 'Agency Name').fill('Kept Typed')
    await force(page, TABLE, 'POST', { status: 500, json: { code: 'XX000', message: 'The street is full' } })
    await submit(page).click()
    await expectDestructiveToast(page, 'Save failed', 'The street is full')
    await force(page, TABLE, 'POST', 'none')
    await submit(page).click()
    await expectDestructiveToast(
      page,
      'Save failed',
      'The server is not answering. Please check your connection and try again.',
    )
    await expect(field(page, 'Agency Name')).toHaveValue('Kept Typed')
  })

  test('makes one agency of a double click', async ({ signedIn, backstage }) => {
    const page = await open(signedIn)
    const name = unique('Double')
    await openDialog(page)
    await field(page, 'Agency Name').fill(name)
    await submit(page).dblclick()
    await expectToast(page, 'Agency created')
    expect(await stored(backstage, name)).toHaveLength(1)
  })

  test('keeps what was typed through Escape and a reload, until Cancel', async ({ signedIn }) => {
    const page = await open(signedIn)
    await openDialog(page)
    await field(page, 'Agency Name').fill('Half Done')
    await page.keyboard.press('Escape')
    await page.reload()
    await openDialog(page)
    await expect(field(page, 'Agency Name')).toHaveValue('Half Done')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await openDialog(page)
    await expect(field(page, 'Agency Name')).toHaveValue('')
  })
})

test.describe('[agencies.md#editing] editing an agency', () => {
  async function openDialog(page: Page, { name }: { name: string }) {
    await row(page, name)
      .getByRole('button', { name: `Edit ${name}` })
      .click()
    await expect(dialog(page, 'Edit Agency')).toBeVisible()
  }

  test('changes it by id, says so, and gives the focus back', async ({ signedIn, backstage }) => {
    const agency = await backstage.newAgency({ phone: '555 0100' })
    const page = await open(signedIn, agency)
    await openDialog(page, agency)
    await expect(field(page, 'Agency Name')).toHaveValue(agency.name)
    await expect(field(page, 'Phone')).toHaveValue('555 0100')
    await field(page, 'Subscription Tier').selectOption('enterprise')
    await field(page, 'Active').click()
    await field(page, 'Phone').fill('')
    const call = nextCall(page, 'PATCH', TABLE)
    await submit(page).click()
    await expectToast(page, 'Agency updated')
    await expect(row(page, agency.name)).toContainText('Inactive')
    await expect(row(page, agency.name).getByRole('button', { name: /^Edit/ })).toBeFocused()
    expect(new URL((await call).url()).searchParams.get('id')).toBe(`eq.${agency.id}`)
    expect((await call).postDataJSON()).toMatchObject({
      subscription_tier: 'enterprise',
      is_active: false,
      phone: null,
    })
    expect(await stored(backstage, agency.name)).toMatchObject([{ subscription_tier: 'enterprise', phone: null }])
  })

  test('asks for a name, and fails with the server’s message', async ({ signedIn, backstage, troubles }) => {
    troubles.expectTrouble('500 PATCH /rest/v1/agencies')
    const agency = await backstage.newAgency()
    const page = await open(signedIn, agency)
    await openDialog(page, agency)
    await field(page, 'Agency Name').fill('')
    await submit(page).click()
    await expectDestructiveToast(page, 'Name is required')
    await field(page, 'Agency Name').fill('Renamed')
    await force(page, TABLE, 'PATCH', { status: 500, json: { code: 'XX000', message: 'The sign is painted' } })
    await submit(page).click()
    await expectDestructiveToast(page, 'Save failed', 'The sign is painted')
    await expect(field(page, 'Agency Name')).toHaveValue('Renamed')
  })

  test('says when somebody else has changed it meanwhile, and lets one choose', async ({ signedIn, backstage }) => {
    const agency = await backstage.newAgency()
    const page = await open(signedIn, agency)
    const table = (await backstage.as(sol)).from('agencies')
    await openDialog(page, agency)
    await field(page, 'Phone').fill('mine')
    await table.update({ phone: 'theirs' }).eq('id', agency.id).throwOnError()
    await submit(page).click()
    await expect(page.getByText(/Somebody else changed this agency/)).toBeVisible()
    expect(await stored(backstage, agency.name)).toMatchObject([{ phone: 'theirs' }])
    await page.getByRole('button', { name: 'Discard Mine, Show Theirs' }).click()
    await expect(field(page, 'Phone')).toHaveValue('theirs')

    await field(page, 'Phone').fill('mine again')
    await table.update({ phone: 'theirs again' }).eq('id', agency.id).throwOnError()
    await submit(page).click()
    await page.getByRole('button', { name: 'Save Mine Over Theirs' }).click()
    await expectToast(page, 'Agency updated')
    expect(await stored(backstage, agency.name)).toMatchObject([{ phone: 'mine again' }])
  })

  test('keeps what was typed through Escape and a reload, also when somebody else saved meanwhile', async ({
    signedIn,
    backstage,
  }) => {
    const agency = await backstage.newAgency()
    const page = await open(signedIn, agency)
    await openDialog(page, agency)
    await field(page, 'Phone').fill('half typed')
    await page.keyboard.press('Escape')
    await expect(dialog(page, 'Edit Agency')).toBeHidden()
    const table = (await backstage.as(sol)).from('agencies')
    await table.update({ contact_person: 'Their Choice' }).eq('id', agency.id).throwOnError()
    await page.reload()
    await openDialog(page, agency)
    await expect(field(page, 'Phone')).toHaveValue('half typed')
    await expect(page.getByText(/Somebody else changed this agency/)).toBeVisible()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await openDialog(page, agency)
    await expect(field(page, 'Phone')).toHaveValue('')
    await expect(field(page, 'Contact Person')).toHaveValue('Their Choice')
    await expect(page.getByText(/Somebody else changed this agency/)).toHaveCount(0)
  })
})

test.describe('[agencies.md#deleting] deleting an agency', () => {
  const question = (page: Page) => page.getByRole('alertdialog')

  async function ask(page: Page, { name }: { name: string }) {
    await row(page, name)
      .getByRole('button', { name: `Delete ${name}` })
      .click()
    await expect(question(page).getByText('Delete agency? This cannot be undone.', { exact: true })).toBeVisible()
  }

  test('says what goes with it, and removes it for good', async ({ signedIn, backstage }) => {
    const agency = await backstage.newAgency()
    const person = await backstage.newPerson('agency_staff', agency)
    const clients = (await backstage.as(person)).from('clients')
    await clients.insert({ name: 'Going', email: 'going@shop.test', agency_id: agency.id }).throwOnError()
    const page = await open(signedIn, agency)
    await ask(page, agency)
    await expect(question(page)).toContainText(`With ${agency.name} go its clients (1) and projects (0)`)
    await expect(question(page)).toContainText('Its people (1) stay, without an agency.')
    const call = nextCall(page, 'DELETE', TABLE)
    const calls = callsTo(page, TABLE)
    await question(page).getByRole('button', { name: 'Delete' }).dblclick()
    await expectToast(page, 'Agency deleted')
    expect(calls.filter((sent) => sent.method() === 'DELETE')).toHaveLength(1)
    await expect(row(page, agency.name)).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    expect(new URL((await call).url()).searchParams.get('id')).toBe(`eq.${agency.id}`)
    expect(await stored(backstage, agency.name)).toEqual([])
    await page.reload()
    await expect(rows(page).first()).toContainText('View Projects')
    await expect(row(page, agency.name)).toHaveCount(0)
  })

  test('asks first, and Cancel changes nothing', async ({ signedIn, backstage }) => {
    const agency = await backstage.newAgency()
    const page = await open(signedIn, agency)
    await ask(page, agency)
    await question(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(row(page, agency.name).getByRole('button', { name: /^Delete/ })).toBeFocused()
    expect(await stored(backstage, agency.name)).toHaveLength(1)
  })

  test('says why it failed, and the agency stays', async ({ signedIn, backstage, troubles }) => {
    troubles.expectTrouble('500 DELETE /rest/v1/agencies')
    const agency = await backstage.newAgency()
    const page = await open(signedIn, agency)
    await force(page, TABLE, 'DELETE', { status: 500, json: { code: 'XX000', message: 'It is a landmark' } })
    await ask(page, agency)
    await question(page).getByRole('button', { name: 'Delete' }).click()
    await expectDestructiveToast(page, 'Delete failed', 'It is a landmark')
    await expect(row(page, agency.name)).toBeVisible()
  })

  test('says so when it was deleted already', async ({ signedIn, backstage }) => {
    const agency = await backstage.newAgency()
    const page = await open(signedIn, agency)
    await (await backstage.as(sol)).from('agencies').delete().eq('id', agency.id).throwOnError()
    await ask(page, agency)
    await question(page).getByRole('button', { name: 'Delete' }).click()
    await expectDestructiveToast(page, 'Delete failed', 'This agency no longer exists, or you may not delete it.')
    await expect(row(page, agency.name)).toHaveCount(0)
  })
})

for (const [device, viewport] of [
  ['phone', phone],
  ['desktop', { width: 1280, height: 800 }],
] as const) {
  test(`[axe] the dialogs of agencies on a ${device}`, async ({ signedIn, backstage }) => {
    const { name } = await backstage.newAgency()
    const page = await signedIn(sol, { viewport })
    await page.goto('/dashboard/agencies')
    await expect(row(page, name)).toBeVisible()
    await page.getByRole('button', { name: 'Add Agency' }).click()
    await submit(page).click()
    await expectDestructiveToast(page, 'Name is required')
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await row(page, name).getByRole('button', { name: /^Edit/ }).click()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await row(page, name)
      .getByRole('button', { name: /^Delete/ })
      .click()
    await expectAccessible(page)
  })
}
