import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, phone, test } from '../test.ts'
import { expectToast } from '../toasts.ts'
import { BUCKET, bytesOf, picture, png, sendHalfOfBody, table } from './client-update-files-scene.ts'
import {
  callsOf,
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

const MAX_BYTES = 10_485_760

const chosen = (page: Page) => form(page).getByRole('listitem')

async function download(page: Page, name: string): Promise<{ suggested: string; bytes: Buffer }> {
  const started = page.waitForEvent('download')
  await page.getByRole('button', { name: `Download ${name}` }).click()
  const file = await started
  return { suggested: file.suggestedFilename(), bytes: await readFile(await file.path()) }
}

const docxType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

/** A minimal Word document: an uncompressed ZIP archive with the right table of contents. */
function docx(): Buffer {
  const types =
    '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">' +
    `<Override PartName="/word/document.xml" ContentType="${docxType}.main+xml"/></Types>`
  const parts = [stub('[Content_Types].xml', types), stub('word/document.xml', '<w:document/>')]
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  return Buffer.concat([...parts, end])
}

/** The local header of one file in a ZIP archive. */
function stub(name: string, text: string): Buffer {
  const header = Buffer.alloc(30)
  header.writeUInt32LE(0x04034b50, 0)
  header.writeUInt16LE(20, 4)
  header.writeUInt32LE(text.length, 18)
  header.writeUInt32LE(text.length, 22)
  header.writeUInt16LE(name.length, 26)
  return Buffer.concat([header, Buffer.from(name), Buffer.from(text)])
}

/** Pictures that the browser encodes, in formats too complex to write by hand. */
async function drawn(page: Page) {
  const made = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    canvas.width = canvas.height = 8
    return ['image/jpeg', 'image/webp'].map((type) => canvas.toDataURL(type).split(',')[1] ?? '')
  })
  const [jpeg = '', webp = ''] = made
  return [
    { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(jpeg, 'base64') },
    { name: 'photo.webp', mimeType: 'image/webp', buffer: Buffer.from(webp, 'base64') },
  ]
}

test.describe('[client-updates.md#files] files of an update', () => {
  test('are stored one after the other under the update and then named, saved under their own name, go with it and come back; of each of the six types', async ({
    signedIn,
    testData,
  }) => {
    const client = await createClientWithProjects(testData, ['Website'])
    const page = await open(await signedIn(client.person, { viewport: phone }), client)
    const calls = callsOf(page)
    await fill(page, { project: 'Website', title: 'To be deleted' })
    const name = 'Größe & 100% メニュー (neu).csv'
    const large = table(name, 'x'.repeat(1_572_864))
    await files(page).setInputFiles([
      picture(),
      table(),
      large,
      ...(await drawn(page)),
      { name: 'offer.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF\n') },
      { name: 'letter.docx', mimeType: docxType, buffer: docx() },
    ])
    await expect(chosen(page).filter({ hasText: name })).toContainText('1.50 MB')
    await submit(page).click()
    await expectToast(page, 'Success', 'Client update created successfully')

    const [update] = await storedUpdates(testData, client)
    const attached = update?.client_update_attachments ?? []
    const object = (name: string) => new RegExp(`^POST object/${BUCKET}/${update?.id}/\\d{13}_${name}$`)
    expect(calls.writes.slice(0, 5).map(({ name }) => name)).toEqual([
      'POST project_updates',
      expect.stringMatching(object('photo.png')),
      'POST client_update_attachments',
      expect.stringMatching(object('sales.csv')),
      'POST client_update_attachments',
    ])
    const [, upload, naming] = calls.writes.map(({ request }) => request)
    expect(upload?.headers()).toMatchObject({
      'x-upsert': 'false',
      'content-type': expect.stringContaining('multipart/form-data'),
      authorization: expect.stringMatching(/^Bearer ey/),
    })
    expect(upload?.postDataBuffer()?.toString('latin1') ?? 'cacheControl 3600').toMatch(/cacheControl[^\d]*3600/)
    expect(naming?.postDataJSON()).toEqual({
      update_id: update?.id,
      file_name: 'photo.png',
      file_path: expect.stringMatching(new RegExp(`^${update?.id}/\\d{13}_photo\\.png$`)),
      file_type: 'image/png',
      file_size: png.length,
    })
    const pathOf = (name: string) => attached.find(({ file_name }) => file_name === name)?.file_path ?? ''
    expect(await bytesOf(testData, client, pathOf('photo.png'))).toEqual(png)
    expect(await bytesOf(testData, client, pathOf('sales.csv'))).toEqual(table().buffer)
    expect(attached.map(({ file_type }) => file_type).sort()).toEqual([
      'application/pdf',
      docxType,
      'image/jpeg',
      'image/png',
      'image/webp',
      'text/csv',
      'text/csv',
    ])

    // [client-updates.md#downloading] Files are listed with name and size, and are saved under their own name.
    await expect(item(page, 'To be deleted').getByRole('button', { name })).toContainText('1.50 MB')
    const saved = await download(page, name)
    expect(saved.suggested).toBe(name)
    expect(saved.bytes.equals(large.buffer)).toBe(true)

    // [client-updates.md#deleting] Deleting an update hides its files.
    const paths = attached.map(({ file_path }) => file_path)
    expect(paths).toHaveLength(7)
    await page.getByRole('button', { name: 'Delete update To be deleted' }).click()
    await expect(page.getByRole('alertdialog')).toContainText('To be deleted and its files are removed.')
    await expectAccessible(page)
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expectToast(page, 'Success', 'Update deleted successfully')
    await expect(titles(page)).toHaveCount(0)
    for (const path of paths) expect(await bytesOf(testData, client, path)).toBeUndefined()

    // [recently-deleted.md#undo] Undo restores the update with its files.
    await page.getByRole('button', { name: 'Undo' }).click()
    await expectToast(page, 'Brought back')
    await expect(item(page, 'To be deleted').getByRole('button', { name })).toContainText('1.50 MB')
    expect(await bytesOf(testData, client, pathOf('photo.png'))).toEqual(png)
    expect((await download(page, name)).bytes.equals(large.buffer)).toBe(true)
  })

  test('of 10,485,760 bytes go in and come back identical; of one byte more the server refuses them', async ({
    signedIn,
    testData,
  }) => {
    const client = await createClientWithProjects(testData, ['Website'])
    const page = await open(await signedIn(client.person), client)
    const full = Buffer.alloc(MAX_BYTES, 'Wednesday,37,rye\n')
    await fill(page, { project: 'Website' })
    await files(page).setInputFiles([table('full.csv', full.toString())])
    await submit(page).click()
    await expectToast(page, 'Success', 'Client update created successfully')
    await expect(page.getByRole('button', { name: 'Download full.csv' })).toContainText('10.00 MB')
    const saved = await download(page, 'full.csv')
    expect(saved.bytes.equals(full)).toBe(true)

    const [update] = await storedUpdates(testData, client)
    const { storage } = await testData.as(client.person)
    const body = new Blob([full, 'x'], { type: 'text/csv' })
    const { error } = await storage.from(BUCKET).upload(`${update?.id}/1_large.csv`, body)
    expect(error?.message).toBe('The object exceeded the maximum allowed size')
  })

  test('of 9 MB go on where they were when the connection is cut in the middle', async ({
    signedIn,
    testData,
    pageErrors,
  }) => {
    pageErrors.expectError('failed PATCH /storage/v1/upload/resumable/')
    const client = await createClientWithProjects(testData, ['Website'])
    const page = await open(await signedIn(client.person), client)
    const content = Buffer.concat([Buffer.from('%PDF-1.4\n'), randomBytes(9 * 1024 * 1024)])
    const offsets: number[] = []
    await page.route('**/storage/v1/upload/resumable/*', async (route) => {
      const chunk = route.request()
      if (chunk.method() !== 'PATCH') return route.continue()
      const headers = await chunk.allHeaders()
      offsets.push(Number(headers['upload-offset']))
      if (offsets.length !== 2) return route.continue()
      // Half of the second chunk arrives before the connection breaks.
      await sendHalfOfBody(chunk.url(), headers, content.subarray(offsets.at(-1)))
      await route.abort('connectionreset')
    })
    await fill(page, { project: 'Website' })
    await files(page).setInputFiles([{ name: 'plans.pdf', mimeType: 'application/pdf', buffer: content }])
    await submit(page).click()
    await expectToast(page, 'Success', 'Client update created successfully')
    await expect(page.getByRole('button', { name: 'Download plans.pdf' })).toContainText('9.00 MB')
    const [first, second, third = 0] = offsets
    expect([first, second]).toEqual([0, 6 * 1024 * 1024])
    expect(third).toBeGreaterThanOrEqual(6 * 1024 * 1024)
    expect(offsets).toHaveLength(3)
    const [update] = await storedUpdates(testData, client)
    const [attachment] = update?.client_update_attachments ?? []
    expect((await bytesOf(testData, client, attachment?.file_path ?? ''))?.equals(content)).toBe(true)
  })
})
