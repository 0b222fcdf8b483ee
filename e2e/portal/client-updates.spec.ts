import type { Page } from '@playwright/test'
import { gate } from '../gate.ts'
import { sol } from '../people.ts'
import { expect, expectAccessible, phone, test } from '../test.ts'
import { expectDestructiveToast, expectToast } from '../toasts.ts'
import { callsOf, clientWith, fill, form, history, item, open, stored, submit, titles } from './reporting.ts'

const field = (page: Page, label: string) => form(page).getByLabel(label, { exact: true })
const aSwitch = (page: Page, name: string) => form(page).getByRole('switch', { name, exact: true })

async function expectEmpty(page: Page) {
  await expect(field(page, 'Project')).toHaveValue('')
  await expect(field(page, 'Update Type')).toHaveValue('progress')
  await expect(field(page, 'Title')).toHaveValue('')
  await expect(field(page, 'Content')).toHaveValue('')
  await expect(aSwitch(page, 'Mark as Milestone')).not.toBeChecked()
  await expect(aSwitch(page, 'Client Visible')).not.toBeChecked()
  await expect(form(page).getByRole('listitem')).toHaveCount(0)
}

test.describe('[client-updates.md#form] the form for an update', () => {
  test('is there only when the client has projects', async ({ signedIn, backstage }) => {
    const empty = await clientWith(backstage, [])
    const page = await open(await signedIn(empty.person), empty)
    await expect(page.getByText('this client has none yet')).toBeVisible()
    await expect(form(page)).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Create Update' })).toHaveCount(0)
    await expect(history(page).getByText('No updates yet.')).toBeVisible()

    const busy = await clientWith(backstage, ['Website'])
    await open(await signedIn(busy.person), busy)
  })

  test('has the client’s projects, the types with their labels, and its defaults', async ({ signedIn, backstage }) => {
    const client = await clientWith(backstage, ['Website', 'Logo'])
    const page = await open(await signedIn(client.person), client)
    await expect(field(page, 'Project').getByRole('option')).toHaveText(['Select a project', 'Logo', 'Website'])
    await expect(field(page, 'Update Type').getByRole('option')).toHaveText([
      'Progress Update',
      'Milestone',
      'General',
      'Review Request',
      'Delivery',
    ])
    await expectEmpty(page)
  })

  test('[client-updates.md#creating] creates an update, says so, shows it first, and is empty again', async ({
    signedIn,
    backstage,
  }) => {
    const client = await clientWith(backstage, ['Website', 'Logo'])
    const page = await open(await signedIn(client.person), client)
    const calls = callsOf(page)
    await fill(page, { project: 'Website', title: '  Menu is done ', content: ' Starters.\nMains. ' })
    await submit(page).click()
    await expectToast(page, 'Success', 'Client update created successfully')
    await expect(titles(page)).toHaveText(['Menu is done'])
    await expectEmpty(page)

    const [update] = await stored(backstage, client)
    expect(calls.requests[0]?.postDataJSON()).toEqual({
      project_id: client.projectIds[0],
      created_by: update?.created_by,
      title: 'Menu is done',
      content: 'Starters.\nMains.',
      update_type: 'progress',
      visibility: 'agency',
      is_milestone: false,
    })
    expect(update?.created_by).toMatch(/^[0-9a-f-]{36}$/)
    expect(calls.names.slice(0, 4)).toEqual([
      'POST project_updates',
      'GET projects',
      'GET project_updates',
      'GET client_update_attachments',
    ])
  })

  test('says once of one that is a milestone in both ways', async ({ signedIn, backstage }) => {
    const client = await clientWith(backstage, ['Website'])
    const page = await open(await signedIn(client.person), client)
    await fill(page, { project: 'Website', title: 'Half way' })
    await field(page, 'Update Type').selectOption({ label: 'Milestone' })
    await aSwitch(page, 'Mark as Milestone').click()
    await submit(page).click()
    await expect(item(page, 'Half way').getByText('Milestone', { exact: true })).toHaveCount(1)
  })

  test('marks a milestone and makes it visible to the client', async ({ signedIn, backstage }) => {
    const client = await clientWith(backstage, ['Website'])
    const page = await open(await signedIn(client.person), client)
    await fill(page, { project: 'Website', title: 'It is live' })
    await field(page, 'Update Type').selectOption({ label: 'Delivery' })
    await aSwitch(page, 'Mark as Milestone').click()
    await aSwitch(page, 'Client Visible').click()
    await submit(page).click()
    const shown = item(page, 'It is live')
    for (const mark of ['Delivery', 'Milestone', 'Client Visible']) {
      await expect(shown.getByText(mark, { exact: true })).toBeVisible()
    }
    expect(await stored(backstage, client)).toEqual([
      expect.objectContaining({ update_type: 'delivery', is_milestone: true, visibility: 'client' }),
    ])
    await expectEmpty(page)
  })

  for (const [what, typed, message] of [
    ['a project', { title: 'Title', content: 'Content' }, 'Please choose a project.'],
    ['a title', { project: 'Website', title: '   ' }, 'Title and Content are required.'],
    ['a content', { project: 'Website', content: ' \n ' }, 'Title and Content are required.'],
  ] as const) {
    test(`[client-updates.md#creating] asks for ${what}`, async ({ signedIn, backstage }) => {
      const client = await clientWith(backstage, ['Website'])
      const page = await open(await signedIn(client.person), client)
      const calls = callsOf(page)
      await fill(page, typed)
      await submit(page).click()
      await expectDestructiveToast(page, 'Error', message)
      expect(calls.names).toEqual([])
    })
  }

  test('[client-updates.md#creating] says who is not logged in any more, and keeps what was typed', async ({
    signedIn,
    backstage,
  }) => {
    const client = await clientWith(backstage, ['Website'])
    const page = await open(await signedIn(client.person), client)
    await fill(page, { project: 'Website' })
    await page.evaluate(() => localStorage.clear())
    await submit(page).click()
    await expectDestructiveToast(page, 'Error', 'User not authenticated')
    await expect(field(page, 'Content')).toHaveValue('All of it.')
  })

  test('[client-updates.md#creating] fails with the server’s message, or with its own where there is none', async ({
    signedIn,
    backstage,
    troubles,
  }) => {
    troubles.expectTrouble(/^(500|failed) POST \/rest\/v1\/project_updates/)
    const client = await clientWith(backstage, ['Website'])
    const page = await open(await signedIn(client.person), client)
    let isDown = false
    await page.route('**/rest/v1/project_updates*', (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      if (isDown) return route.abort('internetdisconnected')
      return route.fulfill({ status: 500, json: { code: 'XX000', message: 'The shelf is full' } })
    })
    await fill(page, { project: 'Website' })
    await submit(page).click()
    await expectDestructiveToast(page, 'Error', 'The shelf is full')
    isDown = true
    await submit(page).click()
    await expectDestructiveToast(page, 'Error', 'Failed to create update. Please try again.')
    await expect(field(page, 'Title')).toHaveValue('Menu is done')
    await expect(submit(page)).toBeEnabled()
  })

  test('[who-may-do-what.md#inactive-agencies] staff of an inactive agency are refused by the database, and told so', async ({
    signedIn,
    backstage,
    troubles,
  }) => {
    troubles.expectTrouble('403 POST /rest/v1/project_updates')
    const client = await clientWith(backstage, ['Website'])
    const agencies = (await backstage.as(sol)).from('agencies')
    await agencies.update({ is_active: false }).eq('id', client.agency.id).throwOnError()
    const page = await open(await signedIn(client.person), client)
    await fill(page, { project: 'Website' })
    await submit(page).click()
    await expectDestructiveToast(
      page,
      'Error',
      'new row violates row-level security policy for table "project_updates"',
    )
  })

  test('makes one update of a double click, and says that it is busy', async ({ signedIn, backstage }) => {
    const client = await clientWith(backstage, ['Website'])
    const page = await open(await signedIn(client.person), client)
    const slow = await gate(page, /\/rest\/v1\/project_updates\?select=id$/)
    await fill(page, { project: 'Website' })
    await submit(page).dblclick()
    await expect(form(page).getByRole('button', { name: 'Creating...' })).toBeDisabled()
    slow.open()
    await expectToast(page, 'Success', 'Client update created successfully')
    await expect(titles(page)).toHaveCount(1)
    expect(await stored(backstage, client)).toHaveLength(1)
  })

  test('is filled in and sent with the keyboard alone', async ({ signedIn, backstage }) => {
    const client = await clientWith(backstage, ['Website'])
    const page = await open(await signedIn(client.person), client)
    await field(page, 'Project').focus()
    await page.keyboard.press('W')
    await page.keyboard.press('Tab')
    await page.keyboard.press('D')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Handed over')
    await page.keyboard.press('Tab')
    await page.keyboard.type('With a guide.')
    await page.keyboard.press('Tab')
    await expect(field(page, 'Attachments')).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await page.keyboard.press('Tab')
    await expect(submit(page)).toBeFocused()
    await page.keyboard.press('Enter')
    await expectToast(page, 'Success', 'Client update created successfully')
    await expect(submit(page)).toBeFocused()
    expect(await stored(backstage, client)).toEqual([
      expect.objectContaining({
        title: 'Handed over',
        content: 'With a guide.',
        update_type: 'delivery',
        is_milestone: true,
        visibility: 'client',
      }),
    ])
  })

  test('keeps what was typed over a reload and the back button, until it is created', async ({
    signedIn,
    backstage,
  }) => {
    const client = await clientWith(backstage, ['Website'])
    const page = await open(await signedIn(client.person), client)
    await fill(page, { project: 'Website', title: 'Half a title', content: 'Half a' })
    await aSwitch(page, 'Client Visible').click()
    await page.reload()
    await expect(field(page, 'Title')).toHaveValue('Half a title')
    await expect(field(page, 'Project')).toHaveValue(client.projectIds[0] ?? '')
    await expect(aSwitch(page, 'Client Visible')).toBeChecked()

    await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
    await expect(page).toHaveURL('/dashboard')
    await page.goBack()
    await expect(field(page, 'Content')).toHaveValue('Half a')
    await submit(page).click()
    await expectToast(page, 'Success', 'Client update created successfully')
    await page.reload()
    await expectEmpty(page)
  })

  test('does not mix two colleagues who write at once', async ({ signedIn, backstage }) => {
    const client = await clientWith(backstage, ['Website'])
    const colleague = await backstage.newPerson('agency_staff', client.agency)
    const [first, second] = [await signedIn(client.person), await signedIn(colleague)]
    await Promise.all([open(first, client), open(second, client)])
    await fill(first, { project: 'Website', title: 'From the first' })
    await fill(second, { project: 'Website', title: 'From the second' })
    await Promise.all([submit(first).click(), submit(second).click()])
    await expectToast(first, 'Success', 'Client update created successfully')
    await expectToast(second, 'Success', 'Client update created successfully')
    await first.reload()
    await expect(titles(first)).toHaveCount(2)
    await expect(item(first, 'From the second')).toContainText(colleague.name)
    await expect(item(first, 'From the first')).toContainText(client.person.name)
  })

  test('finds one of many projects by typing', async ({ signedIn, backstage }) => {
    const client = await clientWith(backstage, ['The first of all'])
    const many = Array.from({ length: 120 }, (_, number) => ({
      client_id: client.clientId,
      agency_id: client.agency.id,
      name: `Project ${number}`,
      project_type: 'consultation',
    }))
    await (await backstage.as(client.person)).from('projects').insert(many).throwOnError()
    const page = await open(await signedIn(client.person), client)
    await field(page, 'Project').fill('first of')
    await page.getByRole('option', { name: 'The first of all' }).click()
    await fill(page, { title: 'Far down the list' })
    await submit(page).click()
    await expectToast(page, 'Success', 'Client update created successfully')
    await expect(item(page, 'Far down the list')).toContainText('The first of all')
  })

  for (const [where, viewport] of [
    ['a phone', phone],
    ['a desktop', undefined],
  ] as const) {
    test(`nothing is wrong for axe on ${where}: empty, refused, with files`, async ({ signedIn, backstage }) => {
      const client = await clientWith(backstage, ['Website'])
      const page = await open(await signedIn(client.person, viewport && { viewport }), client)
      await expectAccessible(page)
      await field(page, 'Attachments').setInputFiles({
        name: 'menu.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from('a'),
      })
      await submit(page).click()
      await expectDestructiveToast(page, 'Error', 'Please choose a project.')
      await expectAccessible(page)
    })
  }
})
