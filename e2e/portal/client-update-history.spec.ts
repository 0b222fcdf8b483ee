import type { Page } from '@playwright/test'
import { gate } from '../gate.ts'
import { expect, expectAccessible, phone, test } from '../test.ts'
import { expectDestructiveToast, expectToast } from '../toasts.ts'
import { callsOf, clientWith, history, item, open, type Reported, report, stored, titles } from './reporting.ts'

const numbered = (client: Reported, count: number) =>
  Array.from({ length: count }, (_, number) => ({ project_id: client.projectIds[0], title: `Update ${number + 1}` }))

/** As client-updates.md#history has it; the browser of the tests is in New York. */
const today = () =>
  new Date().toLocaleDateString('en-US', {
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    timeZone: 'America/New_York',
  })

const more = (page: Page) => history(page).getByRole('button', { name: 'Show More' })
const question = (page: Page) => page.getByRole('alertdialog')
const askToDelete = (page: Page, title: string) =>
  page.getByRole('button', { name: `Delete update ${title}`, exact: true }).click()

test.describe('[client-updates.md#history] the history of updates', () => {
  test('shows each with everything there is to it, newest first', async ({ signedIn, backstage }) => {
    const client = await clientWith(backstage, ['Website', 'Logo'])
    const [website, logo] = client.projectIds
    await report(backstage, client, [
      { project_id: website, title: 'First draft', content: 'Home.\n  Menu.', update_type: 'review' },
      {
        project_id: logo,
        title: 'The logo is there',
        update_type: 'delivery',
        visibility: 'client',
        is_milestone: true,
      },
    ])
    const page = await open(await signedIn(client.person), client)
    await expect(titles(page)).toHaveText(['The logo is there', 'First draft'])

    const first = item(page, 'First draft')
    for (const words of ['Review Request', 'Agency', 'Website', client.person.name, today()]) {
      await expect(first).toContainText(words)
    }
    await expect(first.getByText('Milestone')).toHaveCount(0)
    await expect(first.getByText('Client Visible')).toHaveCount(0)
    expect(await first.getByText('Home.').innerText()).toBe('Home.\n  Menu.')

    const second = item(page, 'The logo is there')
    for (const mark of ['Delivery', 'Milestone', 'Client Visible']) {
      await expect(second.getByText(mark, { exact: true })).toBeVisible()
    }
    await second.getByRole('link', { name: 'Logo' }).click()
    await expect(page).toHaveURL(`/dashboard/projects/${logo}`)
  })

  test('is read as the specification lists it', async ({ signedIn, backstage }) => {
    const client = await clientWith(backstage, ['Website', 'Logo'])
    const ids = await report(backstage, client, numbered(client, 2))
    const page = await signedIn(client.person)
    const calls = callsOf(page)
    await open(page, client)

    const asked = calls.requests.map((request) => new URL(request.url()))
    const place = (table: string, column: string, value: string) =>
      asked.findIndex((url) => url.pathname.endsWith(`/${table}`) && url.searchParams.get(column) === value)
    const projects = asked.findIndex(
      ({ pathname, searchParams }) => pathname.endsWith('/projects') && searchParams.get('select') === 'id',
    )
    const updates = asked.findIndex(({ pathname }) => pathname.endsWith('/project_updates'))
    expect(asked[projects]?.searchParams.get('client_id')).toBe(`eq.${client.clientId}`)
    expect(updates).toBeGreaterThan(projects)
    const { searchParams } = asked[updates] ?? new URL('about:blank')
    for (const id of client.projectIds) expect(searchParams.get('project_id')).toContain(id)
    expect(searchParams.get('project_id')).toMatch(/^in\.\(/)
    expect(searchParams.get('select')).toContain('projects(name)')
    expect(searchParams.get('order')).toMatch(/^created_at\.desc/)
    for (const id of ids) {
      expect(place('client_update_attachments', 'update_id', `eq.${id}`)).toBeGreaterThan(updates)
    }
  })

  test('reaches every one of many, each once, with their exact count', async ({ signedIn, backstage }) => {
    const client = await clientWith(backstage, ['Website'])
    await report(backstage, client, numbered(client, 23))
    const page = await open(await signedIn(client.person), client)
    await expect(history(page).getByText('10 of 23')).toBeVisible()
    await expect(titles(page)).toHaveCount(10)

    // One that comes in meanwhile moves nothing: what was read stays, what is older follows.
    await report(backstage, client, [{ project_id: client.projectIds[0], title: 'Meanwhile' }])
    await more(page).click()
    await expect(titles(page)).toHaveCount(20)
    await more(page).click()
    await expect(titles(page)).toHaveText(Array.from({ length: 23 }, (_, number) => `Update ${23 - number}`))
    await expect(more(page)).toHaveCount(0)
    await page.reload()
    await expect(titles(page).first()).toHaveText('Meanwhile')
    await expect(history(page).getByText('10 of 24')).toBeVisible()
  })

  test('is whole where there are more projects than fit in an address', async ({ signedIn, backstage }) => {
    const client = await clientWith(backstage, ['The oldest'])
    const db = await backstage.as(client.person)
    const row = { client_id: client.clientId, agency_id: client.agency.id, project_type: 'consultation' }
    const many = Array.from({ length: 230 }, (_, number) => ({ ...row, name: `Project ${number}` }))
    const { data } = await db.from('projects').insert(many).select('id').throwOnError()
    const spread = Array.from({ length: 25 }, (_, number) => ({
      project_id: data[number * 9]?.id ?? '',
      title: `Update ${number + 1}`,
    }))
    await report(backstage, client, spread)
    const page = await open(await signedIn(client.person), client)
    await expect(history(page).getByText('10 of 25')).toBeVisible()
    await more(page).click()
    await expect(titles(page)).toHaveCount(20)
    await more(page).click()
    await expect(titles(page)).toHaveText(Array.from({ length: 25 }, (_, number) => `Update ${25 - number}`))
  })

  test('folds a long content, and unfolds it', async ({ signedIn, backstage }) => {
    const client = await clientWith(backstage, ['Website'])
    const lines = Array.from({ length: 40 }, (_, number) => `Line ${number + 1}`)
    await report(backstage, client, [{ project_id: client.projectIds[0], title: 'Long', content: lines.join('\n') }])
    const page = await open(await signedIn(client.person), client)
    const text = item(page, 'Long').getByText('Line 1')
    const height = async () => (await text.boundingBox())?.height ?? 0
    const folded = await height()
    await item(page, 'Long').getByRole('button', { name: 'Show All' }).click()
    expect(await height()).toBeGreaterThan(folded * 2)
    await item(page, 'Long').getByRole('button', { name: 'Show Less' }).click()
    expect(await height()).toBe(folded)
  })

  test('shows that it is loading, says that it failed, and can be asked again', async ({
    signedIn,
    backstage,
    troubles,
  }) => {
    troubles.expectTrouble('500 GET /rest/v1/project_updates')
    const client = await clientWith(backstage, ['Website'])
    await report(backstage, client, numbered(client, 1))
    const page = await signedIn(client.person)
    const slow = await gate(page, '**/rest/v1/project_updates*')
    await page.goto(client.path)
    await expect(history(page)).toHaveAttribute('aria-busy', 'true')
    await expect(history(page).getByText('No updates yet.')).toHaveCount(0)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.route('**/rest/v1/project_updates*', (route) => route.fulfill({ status: 500, json: { message: 'No' } }))
    slow.open()
    await page.reload()
    await expect(history(page).getByText('The updates could not be loaded.')).toBeVisible()
    await page.unrouteAll()
    await history(page).getByRole('button', { name: 'Try Again' }).click()
    await expect(titles(page)).toHaveText(['Update 1'])
  })

  for (const [where, viewport] of [
    ['a phone', phone],
    ['a desktop', undefined],
  ] as const) {
    test(`nothing is wrong for axe on ${where}: with updates, and asked to delete`, async ({ signedIn, backstage }) => {
      const client = await clientWith(backstage, ['Website'])
      await report(backstage, client, [
        ...numbered(client, 11),
        { project_id: client.projectIds[0], title: 'All of it', visibility: 'client', is_milestone: true },
      ])
      const page = await open(await signedIn(client.person, viewport && { viewport }), client)
      await expectAccessible(page)
      await askToDelete(page, 'All of it')
      await expect(question(page)).toBeVisible()
      await expectAccessible(page)
    })
  }
})

test.describe('[client-updates.md#deleting] deleting an update', () => {
  test('asks first, and Cancel changes nothing', async ({ signedIn, backstage }) => {
    const client = await clientWith(backstage, ['Website'])
    await report(backstage, client, numbered(client, 1))
    const page = await open(await signedIn(client.person), client)
    await askToDelete(page, 'Update 1')
    await expect(question(page)).toContainText('Update 1 is removed. This cannot be undone.')
    await question(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(question(page)).toBeHidden()
    await expect(page.getByRole('button', { name: 'Delete update Update 1' })).toBeFocused()
    expect(await stored(backstage, client)).toHaveLength(1)
  })

  test('removes it for good, and no other', async ({ signedIn, backstage }) => {
    const client = await clientWith(backstage, ['Website'])
    await report(backstage, client, numbered(client, 2))
    const page = await open(await signedIn(client.person), client)
    const calls = callsOf(page)
    await askToDelete(page, 'Update 1')
    await question(page).getByRole('button', { name: 'Delete' }).dblclick()
    await expectToast(page, 'Success', 'Update deleted successfully')
    await expect(titles(page)).toHaveText(['Update 2'])
    expect(calls.names.slice(0, 2)).toEqual(['GET client_update_attachments', 'DELETE project_updates'])
    expect(calls.names.filter((name) => name.startsWith('DELETE'))).toHaveLength(1)
    expect(await stored(backstage, client)).toEqual([expect.objectContaining({ title: 'Update 2' })])
  })

  test('says why it failed, and the update stays', async ({ signedIn, backstage, troubles }) => {
    troubles.expectTrouble(/^(500|failed) DELETE \/rest\/v1\/project_updates/)
    const client = await clientWith(backstage, ['Website'])
    await report(backstage, client, numbered(client, 1))
    const page = await open(await signedIn(client.person), client)
    let isDown = false
    await page.route('**/rest/v1/project_updates*', (route) => {
      if (route.request().method() !== 'DELETE') return route.continue()
      if (isDown) return route.abort('internetdisconnected')
      return route.fulfill({ status: 500, json: { code: 'XX000', message: 'It is nailed down' } })
    })
    await askToDelete(page, 'Update 1')
    await question(page).getByRole('button', { name: 'Delete' }).click()
    await expectDestructiveToast(page, 'Error', 'It is nailed down')
    isDown = true
    await askToDelete(page, 'Update 1')
    await question(page).getByRole('button', { name: 'Delete' }).click()
    await expectDestructiveToast(page, 'Error', 'Failed to delete update. Please try again.')
    await expect(titles(page)).toHaveText(['Update 1'])
  })

  test('says so where a colleague was quicker, and shows what is left', async ({ signedIn, backstage }) => {
    const client = await clientWith(backstage, ['Website'])
    const [id = ''] = await report(backstage, client, numbered(client, 2))
    const page = await open(await signedIn(client.person), client)
    await (await backstage.as(client.person)).from('project_updates').delete().eq('id', id).throwOnError()
    await askToDelete(page, 'Update 1')
    await question(page).getByRole('button', { name: 'Delete' }).click()
    await expectDestructiveToast(page, 'Error', 'This update no longer exists, or you may not delete it.')
    await expect(titles(page)).toHaveText(['Update 2'])
  })
})
