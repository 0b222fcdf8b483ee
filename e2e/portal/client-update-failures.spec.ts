import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { holdRequests } from '../hold-requests.ts'
import { callsTo } from '../recorded-requests.ts'
import { expect, test } from '../test.ts'
import { expectDestructiveToast, expectToast } from '../toasts.ts'
import { BUCKET, bytesOf, type ChosenFile, picture, sendHalfOfBody, table } from './client-update-files-scene.ts'
import {
  createClientWithProjects,
  files,
  fill,
  form,
  item,
  open,
  storedUpdates,
  submit,
  titles,
} from './update-scene.ts'

/** The size of the pieces in which larger files are uploaded. */
const CHUNK_BYTES = 6 * 1024 * 1024

/** A file with the first bytes of a Windows program. */
const program = (name: string, mimeType: string): ChosenFile => ({
  name,
  mimeType,
  buffer: Buffer.concat([Buffer.from('MZ\x90\x00\x03\x00', 'latin1'), Buffer.alloc(512)]),
})

const unfinished = (page: Page) => page.getByRole('region', { name: /is created, but not all of its files/ })

test.describe('[client-updates.md#files] a file that cannot be attached', () => {
  test('because it is a program by another name is refused by the server, and the screen says so', async ({
    signedIn,
    testData,
    pageErrors,
  }) => {
    pageErrors.expectError(/^400 POST \/storage\/v1\/object/)
    const client = await createClientWithProjects(testData, ['Website'])
    const page = await open(await signedIn(client.person), client)
    for (const [name, mimeType] of [
      ['photo.png', 'image/png'],
      ['data.csv', 'text/csv'],
    ] as const) {
      const title = `With a surprise in ${name}`
      await fill(page, { project: 'Website', title })
      await files(page).setInputFiles([program(name, mimeType), picture('good.png')])
      await submit(page).click()
      await expectDestructiveToast(
        page,
        'Error',
        `The update was created, but not all of its files could be attached. ${name}: This type of file is not accepted.`,
      )
      await expect(unfinished(page)).toContainText(`“${title}” is created`)
      await expect(unfinished(page).getByRole('listitem')).toHaveText([/This type of file is not accepted\./])
      await expect(item(page, title).getByRole('button', { name: 'Download good.png' })).toBeVisible()
      await unfinished(page)
        .getByRole('button', { name: `Remove ${name}` })
        .click()
      await expect(form(page)).toBeVisible()
      const update = (await storedUpdates(testData, client)).at(-1)
      expect(update?.client_update_attachments.map(({ file_name }) => file_name)).toEqual(['good.png'])
    }
  })

  test('because a colleague deleted the update meanwhile is refused before its bytes are taken', async ({
    signedIn,
    testData,
    pageErrors,
  }) => {
    pageErrors.expectError('403 POST /storage/v1/upload/resumable')
    const client = await createClientWithProjects(testData, ['Website'])
    const page = await open(await signedIn(client.person), client)
    await fill(page, { project: 'Website' })
    await files(page).setInputFiles([table('large.csv', 'x'.repeat(8_000_000))])
    const slow = await holdRequests(page, /storage\/v1\/upload\/resumable/)
    await submit(page).click()
    await expect.poll(slow.held).toBe(1)
    const updates = (await testData.as(client.person)).from('project_updates')
    await updates.delete().in('project_id', client.projectIds).throwOnError()
    slow.open()
    await expect(unfinished(page)).toContainText('You can’t attach files to this update.')
    await unfinished(page).getByRole('button', { name: 'Leave Them Out' }).click()
    await expect(form(page).getByLabel('Title', { exact: true })).toBeFocused()
    await expect(titles(page)).toHaveCount(0)
  })

  test('because the line stays dead in the middle of 9 MB goes on from there when it is tried again', async ({
    signedIn,
    testData,
    pageErrors,
  }) => {
    // The test uploads nine megabytes and waits for eight attempts.
    test.slow()
    pageErrors.expectError(/^failed (PATCH|HEAD) \/storage\/v1\/upload\/resumable\//)
    const client = await createClientWithProjects(testData, ['Website'])
    const page = await signedIn(client.person)
    await page.clock.install()
    await open(page, client)
    const content = Buffer.concat([Buffer.from('%PDF-1.4\n'), randomBytes(9 * 1024 * 1024)])
    const begun = callsTo(page, '/storage/v1/upload/resumable')
    const offsets: number[] = []
    let isDead = false
    await page.route('**/storage/v1/upload/resumable/*', async (route) => {
      const call = route.request()
      if (isDead) return route.abort('internetdisconnected')
      if (call.method() !== 'PATCH') return route.continue()
      const headers = await call.allHeaders()
      offsets.push(Number(headers['upload-offset']))
      if (offsets.length !== 2) return route.continue()
      isDead = true
      await sendHalfOfBody(call.url(), headers, content.subarray(offsets.at(-1)))
      await route.abort('internetdisconnected')
    })
    await fill(page, { project: 'Website', title: 'In the tunnel' })
    await files(page).setInputFiles([{ name: 'plans.pdf', mimeType: 'application/pdf', buffer: content }])
    await submit(page).click()
    await expect(async () => {
      // The clock moves past the delay of every automatic retry.
      await page.clock.fastForward(20_000)
      await expect(unfinished(page).getByRole('listitem')).toHaveText(/plans\.pdf.*The connection was lost\./, {
        timeout: 300,
      })
    }).toPass()
    expect(offsets).toEqual([0, CHUNK_BYTES])

    isDead = false
    await unfinished(page).getByRole('button', { name: 'Try Again' }).click()
    await expectToast(page, 'Success', 'Client update created successfully')
    expect(begun.map((call) => call.method())).toEqual(['POST'])
    expect(offsets).toHaveLength(3)
    expect(offsets.at(2)).toBeGreaterThanOrEqual(CHUNK_BYTES)
    const [update] = await storedUpdates(testData, client)
    const [attachment] = update?.client_update_attachments ?? []
    expect((await bytesOf(testData, client, attachment?.file_path ?? ''))?.equals(content)).toBe(true)
  })

  test('although its bytes arrived is not sent twice, and left out leaves nothing behind', async ({
    signedIn,
    testData,
    pageErrors,
  }) => {
    pageErrors.expectError(/^(failed|400|409|500) POST \/(rest|storage)\/v1\//)
    const client = await createClientWithProjects(testData, ['Website'])
    const page = await open(await signedIn(client.person), client)
    // The server stores the row, and its answer is lost.
    await page.route('**/rest/v1/client_update_attachments*', async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      await route.fetch()
      await route.abort('connectionreset')
    })
    await fill(page, { project: 'Website' })
    await files(page).setInputFiles([picture()])
    await submit(page).click()
    await expect(unfinished(page)).toContainText('The connection was lost.')
    await page.unrouteAll()
    await unfinished(page).getByRole('button', { name: 'Try Again' }).click()
    await expectToast(page, 'Success', 'Client update created successfully')
    const [update] = await storedUpdates(testData, client)
    expect(update?.client_update_attachments).toHaveLength(1)

    await page.route('**/rest/v1/client_update_attachments*', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 500, json: { code: 'XX000', message: 'The shelf is full' } })
        : route.continue(),
    )
    await fill(page, { project: 'Website' })
    await files(page).setInputFiles([picture()])
    await submit(page).click()
    await expect(unfinished(page)).toContainText('The shelf is full')
    await unfinished(page).getByRole('button', { name: 'Leave Them Out' }).click()
    await expect(form(page)).toBeVisible()
    const second = (await storedUpdates(testData, client)).at(-1)
    expect(second?.client_update_attachments).toEqual([])
    const { data } = await (await testData.as(client.person)).storage.from(BUCKET).list(second?.id)
    expect(data).toEqual([])
  })
})
