import type { WebSocketRoute } from '@playwright/test'
import { row, rows } from '../list-rows.ts'
import { openAndListen } from '../open-and-listen.ts'
import { linkIn } from '../outbox.ts'
import { callsTo } from '../recorded-requests.ts'
import { expect, test } from '../test.ts'
import type { TestData } from '../test-data.ts'
import { createClientWithProjects, form, insertUpdates } from './update-scene.ts'

/** A person, a colleague of the same agency, and their rows. */
async function scene(testData: TestData) {
  const client = await createClientWithProjects(testData, ['Website'])
  const colleague = await testData.newPerson('agency_staff', client.agency)
  return { ...client, db: await testData.as(colleague) }
}

test.describe('the screens follow what colleagues do, without a reload', () => {
  test('a client added, renamed and deleted, while somebody types', async ({ signedIn, testData }) => {
    const { person, agency, db } = await scene(testData)
    const page = await signedIn(person, { connectsToRealtime: true })
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

  test('a project added, finished and deleted, while somebody types, and the numbers of the dashboard', async ({
    signedIn,
    testData,
  }) => {
    const { person, clientId, projectIds, db } = await scene(testData)
    const list = await signedIn(person, { connectsToRealtime: true })
    await openAndListen(list, '/dashboard/projects')
    const home = await signedIn(person, { connectsToRealtime: true })
    await openAndListen(home, '/dashboard')
    await expect(row(list, 'Website')).toContainText('Planning')
    const search = list.getByRole('searchbox', { name: 'Search projects' })
    await search.fill('we')

    const added = { name: 'Web shop', client_id: clientId, project_type: 'web_development' }
    const { data } = await db.from('projects').insert(added).select('id').single().throwOnError()
    await expect(row(list, 'Web shop')).toBeVisible()
    await db.from('projects').update({ status: 'completed' }).eq('id', projectIds[0]).throwOnError()
    await expect(row(list, 'Website')).toContainText('Completed')
    await expect(home.getByRole('region', { name: 'Numbers' })).toContainText('50%')
    await db.from('projects').delete().eq('id', data.id).throwOnError()
    await expect(rows(list)).toHaveCount(1)
    await expect(home.getByRole('region', { name: 'Numbers' })).toContainText('100%')
    await expect(search).toHaveValue('we')
    await expect(search).toBeFocused()
  })

  test('a note and an update about a client, and what is known of it, while somebody types', async ({
    signedIn,
    testData,
  }) => {
    const client = await scene(testData)
    const { person, path, clientId, projectIds, db } = client
    const page = await signedIn(person, { connectsToRealtime: true })
    await openAndListen(page, path)
    await page.getByRole('button', { name: 'Edit Client', exact: true }).click()
    const phone = page.getByRole('textbox', { name: 'Phone' })
    await phone.fill('+1 555')
    const title = page.getByRole('textbox', { name: 'Title' })
    await title.fill('Half a ti')

    const note = { client_id: clientId, note_text: 'They prefer calls.' }
    const { data } = await db.from('client_notes').insert(note).select('id').single().throwOnError()
    await expect(page.getByText('They prefer calls.')).toBeVisible()
    const [updateId] = await insertUpdates(testData, client, [
      { project_id: projectIds[0], title: 'Launched on Monday' },
    ])
    await expect(page.getByText('Launched on Monday')).toBeVisible()
    await db.from('projects').update({ name: 'Website, new' }).eq('id', projectIds[0]).throwOnError()
    await expect(page.getByRole('region', { name: 'Projects', exact: true })).toContainText('Website, new')
    await db.from('client_notes').delete().eq('id', data.id).throwOnError()
    await expect(page.getByText('They prefer calls.')).toHaveCount(0)
    await db.from('project_updates').delete().eq('id', updateId).throwOnError()
    await expect(page.getByText('Launched on Monday')).toHaveCount(0)
    await db.from('clients').update({ name: 'Rosa Renamed', phone: '+1 999' }).eq('id', clientId).throwOnError()
    await expect(page.getByRole('heading', { name: 'Rosa Renamed' })).toBeVisible()

    await expect(phone).toHaveValue('+1 555')
    await expect(title).toHaveValue('Half a ti')
    await expect(title).toBeFocused()
  })

  test('a note about a project, while somebody writes one', async ({ signedIn, testData }) => {
    const { person, projectIds, db } = await scene(testData)
    const page = await signedIn(person, { connectsToRealtime: true })
    await openAndListen(page, `/dashboard/projects/${projectIds[0]}`)
    await page.getByRole('button', { name: 'Add Note' }).click()
    const text = page.getByRole('dialog', { name: 'Add Note' }).getByLabel('Note')
    await text.fill('Half a no')
    const note = { project_id: projectIds[0], note_text: 'The domain is theirs.' }
    await db.from('project_notes').insert(note).throwOnError()
    await expect(page.getByText('The domain is theirs.')).toBeVisible()
    await expect(text).toHaveValue('Half a no')
    await expect(text).toBeFocused()
  })

  test('[dashboard.md#needs-you] an update that is mailed to its client, who opens and answers it', async ({
    signedIn,
    anotherWindow,
    testData,
  }) => {
    const { person, projectIds, clientId } = await scene(testData)
    const home = await signedIn(person, { connectsToRealtime: true })
    await openAndListen(home, '/dashboard')
    const needs = home.getByRole('region', { name: 'Needs You', exact: true }).getByRole('listitem')
    const project = await signedIn(person, { connectsToRealtime: true })
    await openAndListen(project, `/dashboard/projects/${projectIds[0]}`)
    const updates = project.getByRole('region', { name: 'Project Updates', exact: true })

    const author = await signedIn(person)
    await author.goto(`/dashboard/clients/${clientId}`)
    const recipient = `maria.${clientId}@client.test`
    await form(author).getByLabel('Project').selectOption('Website')
    await form(author).getByLabel('Update Type').selectOption('Review Request')
    await form(author).getByLabel('Title').fill('Sketches')
    await form(author).getByLabel('Content').fill('Which one of the three?')
    await form(author).getByLabel('Client Visible').click()
    await form(author).getByLabel('Send It to the Client').click()
    await form(author).getByLabel('Email').fill(recipient)
    await form(author).getByRole('button', { name: 'Create Update' }).click()
    await expect(needs).toHaveText([/has not opened · Sketches/])
    await expect(updates).toContainText(`Mailed to ${recipient}`)
    await expect(updates).toContainText('Not opened yet')

    const mail = await testData.outbox.newestTo(recipient)
    expect(mail.subject).toBe('Please review: Sketches')
    // A headless browser's user agent counts as a robot.
    const client = await anotherWindow({
      userAgent: 'Mozilla/5.0 (iPhone) Mobile Safari/604.1',
      javaScriptEnabled: false,
    })
    await client.goto(linkIn(mail))
    await expect(needs).toHaveText([/has not answered · Sketches/])
    await expect(updates).toContainText('Opened once')
    await client.getByLabel('Your name').fill('Maria')
    await client.getByRole('button', { name: 'Approve' }).click()
    await expect(client.getByText('Approved by Maria')).toBeVisible()
    await expect(needs).toHaveText([/^Maria approved an update · Sketches/])
    await expect(updates).toContainText('Approved by Maria')
  })

  test('and what happened while the connection was away', async ({ signedIn, testData }) => {
    const { person, agency, db } = await scene(testData)
    const page = await signedIn(person, { connectsToRealtime: true })
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

  test('and what happened before the connection was there', async ({ signedIn, testData }) => {
    const { person, agency, db } = await scene(testData)
    const page = await signedIn(person, { connectsToRealtime: true })
    const { promise: allowed, resolve: allow } = Promise.withResolvers<void>()
    await page.routeWebSocket(/\/realtime\/v1\//, async (socket) => {
      await allowed
      socket.connectToServer()
    })
    await page.goto('/dashboard/clients')
    await expect(rows(page)).toHaveCount(1)
    await db.from('clients').insert({ name: 'Meanwhile', email: 'm@client.test', agency_id: agency.id }).throwOnError()
    allow()
    await expect(row(page, 'Meanwhile')).toBeVisible()
  })

  test('another agency’s work is not heard at all', async ({ signedIn, testData }) => {
    const here = await scene(testData)
    const there = await scene(testData)
    const page = await signedIn(here.person, { connectsToRealtime: true })
    await openAndListen(page, '/dashboard/clients')
    await expect(rows(page)).toHaveCount(1)
    const asked = callsTo(page, '/rest/v1/clients')
    const client = (agency_id: string, name: string) => ({ name, email: 'c@client.test', agency_id })
    await there.db.from('clients').insert(client(there.agency.id, 'Theirs')).throwOnError()
    await here.db.from('clients').insert(client(here.agency.id, 'Ours')).throwOnError()
    await expect(row(page, 'Ours')).toBeVisible()
    expect(asked).toHaveLength(1)
  })

  test('[notices.md#bell] [notices.md#messages] somebody who is mentioned, by the bell, and leads them there', async ({
    signedIn,
    testData,
  }) => {
    const { person, clientId, db } = await scene(testData)
    const page = await signedIn(person, { connectsToRealtime: true })
    await openAndListen(page, '/dashboard/reports')
    const bell = page.getByRole('button', { name: /^For You/ })
    await expect(bell).toHaveAccessibleName('For You')

    await db
      .from('client_notes')
      .insert({ client_id: clientId, note_text: `For @${person.name}: call.` })
      .throwOnError()
    await expect(bell).toHaveAccessibleName('For You, 1 unread')
    await db.from('chat_messages').insert({ content: 'Good morning' }).throwOnError()
    await expect(page.getByRole('link', { name: 'Messages 1 unread' })).toBeVisible()

    await bell.click()
    await page
      .getByRole('dialog', { name: 'For You' })
      .getByRole('link', { name: /mentioned you/ })
      .click()
    await expect(page).toHaveURL(new RegExp(`/dashboard/clients/${clientId}$`))
    await expect(bell).toHaveAccessibleName('For You')
    await page.getByRole('link', { name: 'Messages 1 unread' }).click()
    await expect(page.getByText('Good morning')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Messages', exact: true })).toBeVisible()
  })
})
