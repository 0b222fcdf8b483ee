import type { Page, WebSocketRoute } from '@playwright/test'
import type { Backstage } from '../backstage.ts'
import { row, rows } from '../table.ts'
import { expect, test } from '../test.ts'
import { callsTo } from '../wire.ts'
import { clientWith, report } from './reporting.ts'

/** The screen hears what colleagues do from here on: what happens before is on the list as it loads. */
async function openAndListen(page: Page, path: string) {
  const joined = page
    .waitForEvent('websocket', (socket) => socket.url().includes('/realtime/v1/'))
    .then((socket) =>
      socket.waitForEvent('framereceived', ({ payload }) => String(payload).includes('Subscribed to PostgreSQL')),
    )
  await page.goto(path)
  await joined
}

/** A colleague at work elsewhere, in the same agency. */
async function scene(backstage: Backstage) {
  const client = await clientWith(backstage, ['Website'])
  const colleague = await backstage.newPerson('agency_staff', client.agency)
  return { ...client, db: await backstage.as(colleague) }
}

test.describe('the screens follow what colleagues do, without a reload', () => {
  test('a client added, renamed and deleted, while somebody types', async ({ signedIn, backstage }) => {
    const { person, agency, db } = await scene(backstage)
    const page = await signedIn(person, { hearsColleagues: true })
    await openAndListen(page, '/dashboard/clients')
    await expect(rows(page)).toHaveCount(1)
    await page.getByRole('button', { name: 'Add Client' }).click()
    await page.getByLabel('Client Name').fill('Half a na')

    const added = { name: 'Carla Colleague', email: 'carla@client.test', agency_id: agency.id }
    const { data } = await db.from('clients').insert(added).select('id').single().throwOnError()
    await expect(row(page, 'Carla Colleague').or(page.getByText('Carla Colleague')).first()).toBeAttached()
    await expect(page.getByLabel('Client Name')).toHaveValue('Half a na')
    await expect(page.getByLabel('Client Name')).toBeFocused()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByText('Clients (2)')).toBeVisible()

    await db.from('clients').update({ name: 'Carla Renamed' }).eq('id', data.id).throwOnError()
    await expect(row(page, 'Carla Renamed')).toBeVisible()
    await db.from('clients').delete().eq('id', data.id).throwOnError()
    await expect(rows(page)).toHaveCount(1)
  })

  test('a project’s status, and the numbers of the dashboard', async ({ signedIn, backstage }) => {
    const { person, projectIds, db } = await scene(backstage)
    const list = await signedIn(person, { hearsColleagues: true })
    await openAndListen(list, '/dashboard/projects')
    const home = await signedIn(person, { hearsColleagues: true })
    await openAndListen(home, '/dashboard')
    await expect(row(list, 'Website')).toContainText('Planning')
    await db.from('projects').update({ status: 'completed' }).eq('id', projectIds[0]).throwOnError()
    await expect(row(list, 'Website')).toContainText('Completed')
    await expect(home.getByRole('region', { name: 'Numbers' })).toContainText('100%')
  })

  test('a note and an update about a client', async ({ signedIn, backstage }) => {
    const client = await scene(backstage)
    const { person, path, clientId, projectIds, db } = client
    const page = await signedIn(person, { hearsColleagues: true })
    await openAndListen(page, path)
    await db.from('client_notes').insert({ client_id: clientId, note_text: 'They prefer calls.' }).throwOnError()
    await expect(page.getByText('They prefer calls.')).toBeVisible()
    await report(backstage, client, [{ project_id: projectIds[0], title: 'Launched on Monday' }])
    await expect(page.getByText('Launched on Monday')).toBeVisible()
  })

  test('and what happened while the connection was away', async ({ signedIn, backstage }) => {
    const { person, agency, db } = await scene(backstage)
    const page = await signedIn(person, { hearsColleagues: true })
    const { promise: joined, resolve } = Promise.withResolvers<WebSocketRoute>()
    await page.routeWebSocket(/\/realtime\/v1\//, (socket) => {
      socket.connectToServer().onMessage((message) => {
        socket.send(message)
        if (String(message).includes('Subscribed to PostgreSQL')) resolve(socket)
      })
    })
    await page.goto('/dashboard/clients')
    const socket = await joined
    await expect(rows(page)).toHaveCount(1)
    await socket.close({ code: 1012 })
    await db.from('clients').insert({ name: 'Meanwhile', email: 'm@client.test', agency_id: agency.id }).throwOnError()
    await expect(row(page, 'Meanwhile')).toBeVisible()
  })

  test('another agency’s work is not heard at all', async ({ signedIn, backstage }) => {
    const here = await scene(backstage)
    const there = await scene(backstage)
    const page = await signedIn(here.person, { hearsColleagues: true })
    await openAndListen(page, '/dashboard/clients')
    await expect(rows(page)).toHaveCount(1)
    const asked = callsTo(page, '/rest/v1/clients')
    const client = (agency_id: string, name: string) => ({ name, email: 'c@client.test', agency_id })
    await there.db.from('clients').insert(client(there.agency.id, 'Theirs')).throwOnError()
    await here.db.from('clients').insert(client(here.agency.id, 'Ours')).throwOnError()
    await expect(row(page, 'Ours')).toBeVisible()
    expect(asked).toHaveLength(1)
  })
})
