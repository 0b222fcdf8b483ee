import type { Page } from '@playwright/test'
import type { Backstage } from '../backstage.ts'
import { cleo, type Person } from '../people.ts'
import { signIn } from '../sign-in.ts'
import { expect, expectAccessible, phone, test } from '../test.ts'
import { expectDestructiveToast, expectToast } from '../toasts.ts'
import { callsTo } from '../wire.ts'
import { callsOf, clientWith, files, item, report } from './reporting.ts'

async function clientOf(
  backstage: Backstage,
  columns: Record<string, unknown>,
): Promise<{ person: Person; path: string }> {
  const agency = await backstage.newAgency()
  const person = await backstage.newPerson('agency_staff', agency)
  const { data } = await (await backstage.as(person))
    .from('clients')
    .insert({ name: 'Clara Client', email: 'clara@client.test', agency_id: agency.id, ...columns })
    .select('id')
    .single()
    .throwOnError()
  return { person, path: `/dashboard/clients/${data.id}` }
}

const today = () =>
  new Date().toLocaleDateString('en-US', {
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    timeZone: 'America/New_York',
  })

const edit = (page: Page) => page.getByRole('button', { name: 'Edit Client', exact: true })
const main = (page: Page) => page.getByRole('main')
const projects = (page: Page) => page.getByRole('region', { name: 'Projects', exact: true })

test.describe('[client-page.md#what-is-known] a client’s page', () => {
  test('shows what is known', async ({ signedIn, backstage }) => {
    const { person, path } = await clientOf(backstage, {
      company_name: 'Clara & Co',
      phone: '+1 555 0123',
      website_url: 'https://clara.test',
      industry: 'Retail',
      prospect_status: 'active',
    })
    const page = await signedIn(person)
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: 'Clara Client' })).toBeVisible()
    for (const words of ['Clara & Co', 'clara@client.test', '+1 555 0123', 'Retail', today()]) {
      await expect(main(page)).toContainText(words)
    }
    await expect(main(page).getByText(/^active$/i)).toBeVisible()
    await expect(main(page).locator('a[href^="https://clara.test"]')).toBeVisible()
    await expect(main(page).getByText('Not provided')).toHaveCount(0)
  })

  test('says what is not provided', async ({ signedIn, backstage }) => {
    const { person, path } = await clientOf(backstage, {})
    const page = await signedIn(person)
    await page.goto(path)
    await expect(main(page).getByText('Not provided', { exact: true })).toHaveCount(2)
    await expect(main(page).getByText('Not specified', { exact: true })).toHaveCount(1)
    await expect(main(page).getByText(/^prospect$/i)).toBeVisible()
  })

  test('leads back to the list', async ({ signedIn, backstage }) => {
    const { person, path } = await clientOf(backstage, {})
    const page = await signedIn(person)
    await page.goto(path)
    await main(page).getByRole('link', { name: /back/i }).click()
    await expect(page).toHaveURL('/dashboard/clients')
  })

  test('is not found where there is no such client, whatever the id looks like', async ({
    signedIn,
    backstage,
    troubles,
  }) => {
    troubles.expectTrouble(/^(400|406) GET \/rest\/v1\/clients/)
    const { person } = await clientOf(backstage, {})
    const page = await signedIn(person)
    for (const id of ['5f6b8c1e-0000-4000-8000-000000000000', 'not-an-id']) {
      await page.goto(`/dashboard/clients/${id}`)
      await expect(page.getByText('Client not found', { exact: true })).toBeVisible()
      await expect(edit(page)).toHaveCount(0)
    }
    await main(page).getByRole('link', { name: /back/i }).click()
    await expect(page).toHaveURL('/dashboard/clients')
  })

  test('is not found for another agency, as if it did not exist', async ({ signedIn, backstage, troubles }) => {
    troubles.expectTrouble(/^406 GET \/rest\/v1\/clients/)
    const { path } = await clientOf(backstage, { name: 'Secret Sally' })
    const page = await signedIn(cleo)
    await page.goto(path)
    await expect(page.getByText('Client not found', { exact: true })).toBeVisible()
    await expect(page.getByText('Secret Sally')).toHaveCount(0)
  })
})

test.describe('[client-page.md#editing] editing a client', () => {
  test('changes what is shown, here and in the list', async ({ signedIn, backstage }) => {
    const { person, path } = await clientOf(backstage, { company_name: 'Clara & Co' })
    const page = await signedIn(person)
    await page.goto(path)
    await edit(page).click()
    await main(page).getByLabel(/phone/i).fill('+1 555 0777')
    await main(page)
      .getByLabel(/website/i)
      .fill('https://new.clara.test')
    await main(page)
      .getByLabel(/company/i)
      .fill('Clara Ltd')
    const calls = callsTo(page, '/rest/v1/clients')
    await main(page).getByRole('button', { name: /save/i }).dblclick()
    await expectToast(page, 'Client updated')
    await expect(edit(page)).toBeFocused()
    const changes = calls.filter((call) => call.method() === 'PATCH')
    expect(changes.map((call) => new URL(call.url()).searchParams.get('id'))).toEqual([
      `eq.${path.slice(path.lastIndexOf('/') + 1)}`,
    ])
    expect(changes[0]?.postDataJSON()).toEqual({
      name: 'Clara Client',
      company_name: 'Clara Ltd',
      email: 'clara@client.test',
      phone: '+1 555 0777',
      website_url: 'https://new.clara.test',
      industry: null,
      prospect_status: 'prospect',
    })
    await expect(main(page)).toContainText('+1 555 0777')
    await expect(main(page)).toContainText('Clara Ltd')
    await expect(edit(page)).toBeVisible()

    await page.reload()
    await expect(main(page)).toContainText('Clara Ltd')
    await main(page).getByRole('link', { name: /back/i }).click()
    await expect(page.getByRole('table')).toContainText('Clara Ltd')
  })

  test('offers industry and status, and shows the choice as a badge', async ({ signedIn, backstage }) => {
    const { person, path } = await clientOf(backstage, {})
    const page = await signedIn(person)
    await page.goto(path)
    await edit(page).click()
    await expect(main(page).getByLabel('Industry').getByRole('option')).toHaveText([
      'Not specified',
      'Technology',
      'Healthcare',
      'Finance',
      'Retail',
      'Education',
      'Real Estate',
      'Food & Beverage',
      'Manufacturing',
      'Professional Services',
      'Non-Profit',
      'Other',
    ])
    await expect(main(page).getByLabel('Status').getByRole('option')).toHaveText([
      'prospect',
      'active',
      'completed',
      'paused',
      'inactive',
    ])
    await choose(page, /industry/i, 'Non-Profit')
    await choose(page, /status/i, /^inactive$/i)
    await main(page).getByRole('button', { name: /save/i }).click()
    await expectToast(page, 'Client updated')
    await expect(main(page)).toContainText('Non-Profit')
    await expect(main(page).getByText(/^inactive$/i)).toBeVisible()
  })

  test('can be left without a change', async ({ signedIn, backstage }) => {
    const { person, path } = await clientOf(backstage, { phone: '+1 555 0001' })
    const page = await signedIn(person)
    await page.goto(path)
    await edit(page).click()
    await main(page).getByLabel(/phone/i).fill('changed')
    await main(page).getByRole('button', { name: 'Cancel', exact: true }).click()
    await expect(main(page)).toContainText('+1 555 0001')
    await edit(page).click()
    await expect(main(page).getByLabel(/phone/i)).toHaveValue('+1 555 0001')
  })

  test('says that it failed and keeps what was typed', async ({ signedIn, backstage, troubles }) => {
    troubles.expectTrouble('failed PATCH /rest/v1/clients')
    const { person, path } = await clientOf(backstage, {})
    const page = await signedIn(person)
    await page.goto(path)
    await page.route('**/rest/v1/clients*', (route) =>
      route.request().method() === 'PATCH' ? route.abort('internetdisconnected') : route.continue(),
    )
    await edit(page).click()
    await main(page).getByLabel(/phone/i).fill('+1 555 0888')
    await main(page).getByRole('button', { name: /save/i }).click()
    await expectDestructiveToast(page, 'Failed to update client information.')
    await expect(main(page).getByLabel(/phone/i)).toHaveValue('+1 555 0888')
  })
})

test.describe('[client-page.md#projects] the projects of a client', () => {
  test('are listed newest first with their status, and lead to their pages', async ({ signedIn, backstage }) => {
    const client = await clientWith(backstage, ['Website', 'Logo'])
    const [website = ''] = client.projectIds
    const db = await backstage.as(client.person)
    await db.from('projects').update({ status: 'in_progress' }).eq('id', website).throwOnError()
    const page = await signedIn(client.person)
    await page.goto(client.path)
    await expect(projects(page).getByRole('listitem')).toHaveText([/^Logo\s*Planning$/, /^Website\s*In Progress$/])
    await projects(page).getByRole('link', { name: 'Website' }).click()
    await expect(page).toHaveURL(`/dashboard/projects/${website}`)
    await page.goBack()
    await projects(page).getByRole('link', { name: 'New Project' }).click()
    await expect(page).toHaveURL('/dashboard/projects')
  })

  test('are said to be none, and are asked for by the client', async ({ signedIn, backstage }) => {
    const client = await clientWith(backstage, [])
    const page = await signedIn(client.person)
    const calls = callsOf(page)
    await page.goto(client.path)
    await expect(projects(page).getByText('No projects yet.')).toBeVisible()
    await expect(projects(page).getByRole('link', { name: 'New Project' })).toBeVisible()
    const asked = calls.requests
      .map((request) => new URL(request.url()))
      .filter((url) => /projects$/.test(url.pathname))
    for (const { searchParams } of asked) expect(searchParams.get('client_id')).toBe(`eq.${client.clientId}`)
    expect(asked.map(({ searchParams }) => searchParams.get('order'))).toContain('created_at.desc,id.asc')
  })

  test('are all reached where there are many', async ({ signedIn, backstage }) => {
    const names = Array.from({ length: 19 }, (_, number) => `Project ${number + 1}`)
    const client = await clientWith(backstage, names)
    const page = await signedIn(client.person)
    await page.goto(client.path)
    await expect(projects(page).getByText('8 of 19')).toBeVisible()
    const more = projects(page).getByRole('button', { name: 'Show More' })
    await more.click()
    await expect(projects(page).getByText('16 of 19')).toBeVisible()
    await more.click()
    await expect(more).toHaveCount(0)
    await expect(projects(page).getByRole('link', { name: /^Project \d/ })).toHaveText(
      names.toReversed().map((name) => new RegExp(`^${name}\\D`)),
    )
  })
})

test.describe('[lists.md#drafts] a client that two people edit', () => {
  async function bothEdit(signedIn: (person: Person) => Promise<Page>, backstage: Backstage) {
    const { person, path } = await clientOf(backstage, { phone: '+1 555 0000' })
    const page = await signedIn(person)
    await page.goto(path)
    await edit(page).click()
    const theirs = async (columns: Record<string, unknown>) => {
      const id = path.slice(path.lastIndexOf('/') + 1)
      await (await backstage.as(person)).from('clients').update(columns).eq('id', id).throwOnError()
    }
    return { page, theirs, path }
  }
  const alert = (page: Page) => main(page).getByRole('status').filter({ hasText: 'Somebody else changed this client' })
  const save = (page: Page) => main(page).getByRole('button', { name: 'Save Changes' }).click()

  test('tells the second one, who may show theirs', async ({ signedIn, backstage }) => {
    const { page, theirs } = await bothEdit(signedIn, backstage)
    await main(page).getByLabel('Company Name').fill('Mine Inc.')
    await theirs({ phone: '+1 555 0999' })
    await save(page)
    await expect(alert(page)).toBeVisible()
    await expect(main(page).getByLabel('Company Name')).toHaveValue('Mine Inc.')
    await expectAccessible(page)
    await main(page).getByRole('button', { name: 'Discard Mine, Show Theirs' }).click()
    await expect(alert(page)).toHaveCount(0)
    await expect(main(page).getByLabel('Company Name')).toHaveValue('')
    await expect(main(page).getByLabel('Phone')).toHaveValue('+1 555 0999')
    await page.reload()
    await expect(edit(page)).toBeVisible()
    await expect(main(page)).toContainText('+1 555 0999')
  })

  test('lets the second one save knowingly over the first', async ({ signedIn, backstage }) => {
    const { page, theirs } = await bothEdit(signedIn, backstage)
    await main(page).getByLabel('Company Name').fill('Mine Inc.')
    await theirs({ phone: '+1 555 0999' })
    await save(page)
    await main(page).getByRole('button', { name: 'Save Mine Over Theirs' }).click()
    await expectToast(page, 'Client updated')
    await expect(main(page)).toContainText('Mine Inc.')
    await expect(main(page)).toContainText('+1 555 0000')
    await expect(alert(page)).toHaveCount(0)
  })

  test('shows theirs at once to whoever has typed nothing, and tells who has', async ({ signedIn, backstage }) => {
    const { page, theirs } = await bothEdit(async (person) => {
      const page = await signedIn(person)
      await page.clock.install()
      return page
    }, backstage)
    const comeBackLater = async () => {
      await page.clock.fastForward(60_000)
      await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
    }
    await theirs({ phone: '+1 555 0999' })
    await comeBackLater()
    await expect(main(page).getByLabel('Phone')).toHaveValue('+1 555 0999')
    await expect(alert(page)).toHaveCount(0)

    await main(page).getByLabel('Company Name').fill('Mine Inc.')
    await theirs({ phone: '+1 555 0888' })
    await comeBackLater()
    await expect(alert(page)).toBeVisible()
    await expect(main(page).getByLabel('Company Name')).toHaveValue('Mine Inc.')
    await expect(main(page).getByLabel('Phone')).toHaveValue('+1 555 0999')
  })
})

test.describe('[lists.md#drafts] an edit that was left in the middle', () => {
  const unsaved = (page: Page) => main(page).getByText('These changes were not saved yet.')

  async function leftInTheMiddle(signedIn: (person: Person) => Promise<Page>, backstage: Backstage) {
    const { person, path } = await clientOf(backstage, { phone: '+1 555 0000' })
    const page = await signedIn(person)
    await page.goto(path)
    await edit(page).click()
    await main(page).getByLabel('Phone').fill('+1 555 0123')
    await page.reload()
    return { page, person, path }
  }

  test('is there again after a reload, and says so', async ({ signedIn, backstage }) => {
    const { page } = await leftInTheMiddle(signedIn, backstage)
    await expect(unsaved(page)).toBeVisible()
    await expect(main(page).getByLabel('Phone')).toHaveValue('+1 555 0123')
    await expectAccessible(page)
  })

  test('is there again after the back button', async ({ signedIn, backstage }) => {
    const { page } = await leftInTheMiddle(signedIn, backstage)
    await main(page).getByRole('link', { name: 'Back to Clients' }).click()
    await expect(page).toHaveURL('/dashboard/clients')
    await page.goBack()
    await expect(unsaved(page)).toBeVisible()
    await expect(main(page).getByLabel('Phone')).toHaveValue('+1 555 0123')
  })

  test('is gone once it is saved', async ({ signedIn, backstage }) => {
    const { page } = await leftInTheMiddle(signedIn, backstage)
    await main(page).getByRole('button', { name: 'Save Changes' }).click()
    await expectToast(page, 'Client updated')
    await page.reload()
    await expect(edit(page)).toBeVisible()
    await expect(main(page)).toContainText('+1 555 0123')
  })

  test('is gone once it is cancelled', async ({ signedIn, backstage }) => {
    const { page } = await leftInTheMiddle(signedIn, backstage)
    await main(page).getByRole('button', { name: 'Cancel', exact: true }).click()
    await page.reload()
    await expect(edit(page)).toBeVisible()
    await expect(main(page)).toContainText('+1 555 0000')
    await edit(page).click()
    await expect(main(page).getByLabel('Phone')).toHaveValue('+1 555 0000')
  })

  test('outlives a session that ends', async ({ anotherWindow, backstage, troubles }) => {
    troubles.expectTrouble(/^40[013] (GET|HEAD|POST|PATCH) \/(rest|auth)\/v1\//)
    const { person, path } = await clientOf(backstage, { phone: '+1 555 0000' })
    const page = await anotherWindow()
    await page.goto('/auth')
    await signIn(page, person)
    await expect(page).toHaveURL('/dashboard')
    await page.goto(path)
    await edit(page).click()
    await main(page).getByLabel('Phone').fill('+1 555 0123')
    await (await backstage.freshSession(person)).client.auth.signOut({ scope: 'global' })
    await main(page).getByRole('button', { name: 'Save Changes' }).click()
    await expect(page).toHaveURL('/auth')
    await signIn(page, person)
    await expect(page).toHaveURL('/dashboard')
    await page.goto(path)
    await expect(unsaved(page)).toBeVisible()
    await expect(main(page).getByLabel('Phone')).toHaveValue('+1 555 0123')

    await page.getByRole('button', { name: 'Sign Out' }).click()
    await expect(page).toHaveURL('/')
    await page.goto('/auth')
    await signIn(page, person)
    await expect(page).toHaveURL('/dashboard')
    await page.goto(path)
    await expect(edit(page)).toBeVisible()
    await expect(unsaved(page)).toHaveCount(0)
  })

  test('says at once that somebody else has saved meanwhile', async ({ signedIn, backstage }) => {
    const { page, person, path } = await leftInTheMiddle(signedIn, backstage)
    const id = path.slice(path.lastIndexOf('/') + 1)
    await (await backstage.as(person)).from('clients').update({ industry: 'Retail' }).eq('id', id).throwOnError()
    await page.reload()
    await expect(main(page).getByText('Somebody else changed this client')).toBeVisible()
    await expect(main(page).getByLabel('Phone')).toHaveValue('+1 555 0123')
  })
})

for (const [where, viewport] of [
  ['a phone', phone],
  ['a desktop', undefined],
] as const) {
  test(`nothing is wrong for axe on a client’s page on ${where}, shown and edited`, async ({ signedIn, backstage }) => {
    const client = await clientWith(backstage, ['Website'])
    const page = await signedIn(client.person, viewport && { viewport })
    await page.goto(client.path)
    await expect(projects(page).getByRole('link', { name: 'Website' })).toBeVisible()
    await expectAccessible(page)
    await edit(page).click()
    await expectAccessible(page)
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
  })
}

test('nothing is cut off at 320 px, however long the words are', async ({ signedIn, backstage }) => {
  const word = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen'.repeat(3)
  const client = await clientWith(backstage, [word])
  const db = await backstage.as(client.person)
  await db
    .from('clients')
    .update({ company_name: word, website_url: `https://${word}.test` })
    .eq('id', client.clientId)
  await report(backstage, client, [{ project_id: client.projectIds[0], title: word, content: word.repeat(5) }])
  const page = await signedIn(client.person, { viewport: { width: 320, height: 640 } })
  const overflow = () =>
    page.evaluate(() => {
      const dialog = document.querySelector('[role=alertdialog]')
      return [document.documentElement, ...(dialog ? [dialog] : [])].map((box) => box.scrollWidth - box.clientWidth)
    })
  await page.goto(client.path)
  await expect(item(page, word)).toBeVisible()
  await files(page).setInputFiles({ name: `${word}.csv`, mimeType: 'text/csv', buffer: Buffer.from('a,b') })
  expect(await overflow()).toEqual([0])
  await edit(page).click()
  expect(await overflow()).toEqual([0])
  await page.getByRole('button', { name: /^Delete update/ }).click()
  expect(await overflow()).toEqual([0, 0])
})

async function choose(page: Page, label: RegExp, option: string | RegExp) {
  const control = main(page).getByLabel(label)
  const isNative = await control.evaluate((element) => element instanceof HTMLSelectElement)
  if (!isNative) {
    await control.click()
    await page.getByRole('option', { name: option }).click()
    return
  }
  const value = await control.getByRole('option', { name: option }).getAttribute('value')
  await control.selectOption(value)
}
