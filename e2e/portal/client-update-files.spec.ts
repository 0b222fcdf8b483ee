import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { gate } from '../gate.ts'
import { expect, expectAccessible, phone, test } from '../test.ts'
import { expectDestructiveToast, expectToast } from '../toasts.ts'
import { BUCKET, bytesOf, picture, png, sendHalf, table } from './client-update-files-scene.ts'
import { callsOf, clientWith, files, fill, form, item, open, stored, submit, titles } from './reporting.ts'

const MAX_BYTES = 10_485_760

const chosen = (page: Page) => form(page).getByRole('listitem')

const uploads = '**/storage/v1/object/client-update-files/**'

async function download(page: Page, name: string): Promise<{ suggested: string; bytes: Buffer }> {
  const started = page.waitForEvent('download')
  await page.getByRole('button', { name: `Download ${name}` }).click()
  const file = await started
  return { suggested: file.suggestedFilename(), bytes: await readFile(await file.path()) }
}

const docxType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

/** The least that is known as a document of Word: a ZIP archive, not compressed, whose list of contents says so. */
function docx(): Buffer {
  const types =
    '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">' +
    `<Override PartName="/word/document.xml" ContentType="${docxType}.main+xml"/></Types>`
  const parts = [stub('[Content_Types].xml', types), stub('word/document.xml', '<w:document/>')]
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  return Buffer.concat([...parts, end])
}

/** One part of an archive, as it stands before its bytes. */
function stub(name: string, text: string): Buffer {
  const header = Buffer.alloc(30)
  header.writeUInt32LE(0x04034b50, 0)
  header.writeUInt16LE(20, 4)
  header.writeUInt32LE(text.length, 18)
  header.writeUInt32LE(text.length, 22)
  header.writeUInt16LE(name.length, 26)
  return Buffer.concat([header, Buffer.from(name), Buffer.from(text)])
}

test.describe('[client-updates.md#files] files of an update', () => {
  test('are stored one after the other under the update, and then named', async ({ signedIn, backstage }) => {
    const client = await clientWith(backstage, ['Website'])
    const page = await open(await signedIn(client.person), client)
    const calls = callsOf(page)
    await fill(page, { project: 'Website' })
    await files(page).setInputFiles([picture(), table()])
    await submit(page).click()
    await expectToast(page, 'Success', 'Client update created successfully')

    const [update] = await stored(backstage, client)
    const object = (name: string) => new RegExp(`^POST object/${BUCKET}/${update?.id}/\\d{13}_${name}$`)
    expect(calls.names.slice(0, 5)).toEqual([
      'POST project_updates',
      expect.stringMatching(object('photo.png')),
      'POST client_update_attachments',
      expect.stringMatching(object('sales.csv')),
      'POST client_update_attachments',
    ])
    const [, upload, naming] = calls.requests
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
    for (const { file_name, file_path } of update?.client_update_attachments ?? []) {
      expect(await bytesOf(backstage, client, file_path)).toEqual(file_name === 'photo.png' ? png : table().buffer)
    }
  })

  test('show with name and size, and are saved under their own name', async ({ signedIn, backstage }) => {
    const client = await clientWith(backstage, ['Website'])
    const page = await open(await signedIn(client.person), client)
    const name = 'Größe & 100% メニュー (neu).csv'
    const content = table(name, 'x'.repeat(1_572_864))
    await fill(page, { project: 'Website' })
    await files(page).setInputFiles([content])
    await expect(chosen(page)).toContainText('1.50 MB')
    await submit(page).click()
    await expect(item(page, 'Menu is done').getByRole('button', { name })).toContainText('1.50 MB')
    const saved = await download(page, name)
    expect(saved.suggested).toBe(name)
    expect(saved.bytes.equals(content.buffer)).toBe(true)
  })

  test('of 10,485,760 bytes go in and come back identical', async ({ signedIn, backstage }) => {
    const client = await clientWith(backstage, ['Website'])
    const page = await open(await signedIn(client.person), client)
    const full = Buffer.alloc(MAX_BYTES, 'Wednesday,37,rye\n')
    await fill(page, { project: 'Website' })
    await files(page).setInputFiles([table('full.csv', full.toString())])
    await submit(page).click()
    await expectToast(page, 'Success', 'Client update created successfully')
    await expect(page.getByRole('button', { name: 'Download full.csv' })).toContainText('10.00 MB')
    const saved = await download(page, 'full.csv')
    expect(saved.bytes.equals(full)).toBe(true)
  })

  test('of 9 MB go on where they were when the connection is cut in the middle', async ({
    signedIn,
    backstage,
    troubles,
  }) => {
    troubles.expectTrouble('failed PATCH /storage/v1/upload/resumable/')
    const client = await clientWith(backstage, ['Website'])
    const page = await open(await signedIn(client.person), client)
    const content = Buffer.concat([Buffer.from('%PDF-1.4\n'), randomBytes(9 * 1024 * 1024)])
    const offsets: number[] = []
    await page.route('**/storage/v1/upload/resumable/*', async (route) => {
      const chunk = route.request()
      if (chunk.method() !== 'PATCH') return route.continue()
      const headers = await chunk.allHeaders()
      offsets.push(Number(headers['upload-offset']))
      if (offsets.length !== 2) return route.continue()
      // Half of the second chunk arrives, and then the line is dead.
      await sendHalf(chunk.url(), headers, content.subarray(offsets.at(-1)))
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
    const [update] = await stored(backstage, client)
    const [attachment] = update?.client_update_attachments ?? []
    expect((await bytesOf(backstage, client, attachment?.file_path ?? ''))?.equals(content)).toBe(true)
  })

  test('one byte larger are named and dropped, and refused by the server too', async ({ signedIn, backstage }) => {
    const client = await clientWith(backstage, ['Website'])
    const page = await open(await signedIn(client.person), client)
    const large = { ...table('large.csv'), buffer: Buffer.alloc(MAX_BYTES + 1, 'x') }
    await files(page).setInputFiles([large, table('small.csv')])
    await expectDestructiveToast(page, 'File too large', 'At most 10 MB each: large.csv')
    await expect(chosen(page)).toHaveCount(1)
    await expect(chosen(page)).toContainText('small.csv')
    await files(page).setInputFiles([large, { ...large, name: 'larger.csv' }])
    await expectDestructiveToast(page, 'Files too large', 'At most 10 MB each: large.csv, larger.csv')

    await fill(page, { project: 'Website' })
    await submit(page).click()
    await expectToast(page, 'Success', 'Client update created successfully')
    const [update] = await stored(backstage, client)
    const { storage } = await backstage.as(client.person)
    const body = new Blob([large.buffer], { type: 'text/csv' })
    const { error } = await storage.from(BUCKET).upload(`${update?.id}/1_large.csv`, body)
    expect(error?.message).toBe('The object exceeded the maximum allowed size')
  })

  test('of other types are dropped without a word', async ({ signedIn, backstage }) => {
    const client = await clientWith(backstage, ['Website'])
    const page = await open(await signedIn(client.person), client)
    await files(page).setInputFiles([
      { name: 'film.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') },
      { name: 'page.html', mimeType: 'text/html', buffer: Buffer.from('<p>') },
      { name: 'setup.exe', mimeType: 'application/x-msdownload', buffer: Buffer.from('MZ') },
    ])
    await expect(chosen(page)).toHaveCount(0)
    await expect(page.getByRole('region', { name: 'Notifications' }).getByRole('listitem')).toHaveCount(0)
    await files(page).setInputFiles([picture()])
    await expect(chosen(page)).toHaveCount(1)
  })

  test('of each of the six types are accepted, by the screen and by the server', async ({ signedIn, backstage }) => {
    const client = await clientWith(backstage, ['Website'])
    const page = await open(await signedIn(client.person), client)
    await fill(page, { project: 'Website' })
    const made = await page.evaluate(() => {
      const canvas = document.createElement('canvas')
      canvas.width = canvas.height = 8
      return ['image/jpeg', 'image/webp'].map((type) => canvas.toDataURL(type).split(',')[1] ?? '')
    })
    const [jpeg = '', webp = ''] = made
    await files(page).setInputFiles([
      picture(),
      table(),
      { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(jpeg, 'base64') },
      { name: 'photo.webp', mimeType: 'image/webp', buffer: Buffer.from(webp, 'base64') },
      { name: 'offer.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF\n') },
      { name: 'letter.docx', mimeType: docxType, buffer: docx() },
    ])
    await submit(page).click()
    await expectToast(page, 'Success', 'Client update created successfully')
    const [update] = await stored(backstage, client)
    expect(update?.client_update_attachments.map(({ file_type }) => file_type).sort()).toEqual([
      'application/pdf',
      docxType,
      'image/jpeg',
      'image/png',
      'image/webp',
      'text/csv',
    ])
  })

  test('can be dropped from the desktop, also beside the place for them', async ({ signedIn, backstage }) => {
    const client = await clientWith(backstage, ['Website'])
    const page = await open(await signedIn(client.person), client)
    const dropOn = async (target: string) =>
      page
        .locator(target)
        .first()
        .evaluate((element) => {
          const dataTransfer = new DataTransfer()
          dataTransfer.items.add(new File(['a,b'], 'dropped.csv', { type: 'text/csv' }))
          const drop = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true })
          element.dispatchEvent(drop)
          return drop.defaultPrevented
        })
    expect(await dropOn('h1')).toBe(true)
    await expect(chosen(page)).toHaveCount(0)
    expect(await dropOn('form label:has(input[type=file])')).toBe(true)
    await expect(chosen(page)).toContainText('dropped.csv')
  })

  test('can be taken out again before they are sent', async ({ signedIn, backstage }) => {
    const client = await clientWith(backstage, ['Website'])
    const page = await open(await signedIn(client.person), client)
    await fill(page, { project: 'Website' })
    await files(page).setInputFiles([picture('wrong.png'), picture('right.png')])
    await form(page).getByRole('button', { name: 'Remove wrong.png' }).click()
    await submit(page).click()
    await expectToast(page, 'Success', 'Client update created successfully')
    const [update] = await stored(backstage, client)
    expect(update?.client_update_attachments.map(({ file_name }) => file_name)).toEqual(['right.png'])
  })

  test('show how far each has come', async ({ signedIn, backstage }) => {
    const client = await clientWith(backstage, ['Website'])
    const page = await open(await signedIn(client.person), client)
    await fill(page, { project: 'Website' })
    await files(page).setInputFiles([table('first.csv', 'x'.repeat(200_000)), table('second.csv')])
    const slow = await gate(page, /storage\/v1\/object\/client-update-files\/.*second/)
    await submit(page).click()
    await expect(form(page).getByRole('progressbar', { name: 'Uploading second.csv' })).toBeVisible()
    await expect(chosen(page).filter({ hasText: 'first.csv' })).toContainText('Attached')
    await expect(form(page).getByRole('button', { name: /Remove/ })).toHaveCount(0)
    slow.open()
    await expectToast(page, 'Success', 'Client update created successfully')
    await expect(chosen(page)).toHaveCount(0)
  })

  test('go on when somebody walks away, and are not to be sent again by whoever comes back', async ({
    signedIn,
    backstage,
  }) => {
    const client = await clientWith(backstage, ['Website'])
    const page = await open(await signedIn(client.person), client)
    await fill(page, { project: 'Website' })
    await files(page).setInputFiles([picture()])
    const slow = await gate(page, /storage\/v1\/object\/client-update-files\//)
    await submit(page).click()
    await expect.poll(slow.held).toBe(1)
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
    await expect(page).toHaveURL('/dashboard')
    await page.goBack()
    await expect(form(page).getByLabel('Title', { exact: true })).toHaveValue('')
    slow.open()
    await expectToast(page, 'Success', 'Client update created successfully')
    await expect(item(page, 'Menu is done').getByRole('button', { name: 'Download photo.png' })).toBeVisible()
    expect(await stored(backstage, client)).toHaveLength(1)
  })

  test('are asked for again after a reload, which cannot keep them', async ({ signedIn, backstage }) => {
    const client = await clientWith(backstage, ['Website'])
    const page = await open(await signedIn(client.person), client)
    await fill(page, { project: 'Website' })
    await files(page).setInputFiles([picture('here.png'), picture('gone.png')])
    await page.reload()
    const hint = form(page).getByText(/Please choose again/)
    await expect(hint).toContainText('here.png, gone.png')
    await files(page).setInputFiles([picture('here.png')])
    await expect(hint).toContainText('gone.png')
    await expect(hint).not.toContainText('here.png')
    await form(page).getByRole('button', { name: 'Go On Without' }).click()
    await expect(hint).toHaveCount(0)
    await submit(page).click()
    await expectToast(page, 'Success', 'Client update created successfully')
  })
})

test.describe('[client-updates.md#downloading] downloading', () => {
  test('says when it failed', async ({ signedIn, backstage, troubles }) => {
    troubles.expectTrouble(/^(400|failed) GET \/storage\/v1\/object/)
    const client = await clientWith(backstage, ['Website'])
    const page = await open(await signedIn(client.person), client)
    await fill(page, { project: 'Website' })
    await files(page).setInputFiles([picture()])
    await submit(page).click()
    await expectToast(page, 'Success', 'Client update created successfully')
    const [update] = await stored(backstage, client)
    const [attachment] = update?.client_update_attachments ?? []
    await (await backstage.as(client.person)).storage.from(BUCKET).remove([attachment?.file_path ?? ''])
    await page.getByRole('button', { name: 'Download photo.png' }).click()
    await expectDestructiveToast(page, 'Error', 'Failed to download file')
    await page.route(uploads, (route) => route.abort('internetdisconnected'))
    await page.getByRole('button', { name: 'Download photo.png' }).click()
    await expectDestructiveToast(page, 'Error', 'Failed to download file')
  })
})

test.describe('[client-updates.md#deleting] deleting an update', () => {
  test('removes its files first', async ({ signedIn, backstage }) => {
    const client = await clientWith(backstage, ['Website'])
    const page = await open(await signedIn(client.person, { viewport: phone }), client)
    await fill(page, { project: 'Website', title: 'To be deleted' })
    await files(page).setInputFiles([picture(), table()])
    await submit(page).click()
    await expectToast(page, 'Success', 'Client update created successfully')
    const [update] = await stored(backstage, client)
    const paths = update?.client_update_attachments.map(({ file_path }) => file_path) ?? []
    expect(paths).toHaveLength(2)
    // The history is read again after the update was made; what is counted begins after that.
    await expect(titles(page)).toHaveText(['To be deleted'])

    const calls = callsOf(page)
    await page.getByRole('button', { name: 'Delete update To be deleted' }).click()
    await expect(page.getByRole('alertdialog')).toContainText('To be deleted and its files are removed.')
    await expectAccessible(page)
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expectToast(page, 'Success', 'Update deleted successfully')
    await expect(titles(page)).toHaveCount(0)
    expect(calls.names.slice(0, 3)).toEqual([
      'GET client_update_attachments',
      `DELETE object/${BUCKET}`,
      'DELETE project_updates',
    ])
    expect(calls.requests[1]?.postDataJSON()).toEqual({ prefixes: expect.arrayContaining(paths) })
    for (const path of paths) expect(await bytesOf(backstage, client, path)).toBeUndefined()
  })

  test('stops where its files cannot be removed, and says so', async ({ signedIn, backstage, troubles }) => {
    troubles.expectTrouble('failed DELETE /storage/v1/object')
    const client = await clientWith(backstage, ['Website'])
    const page = await open(await signedIn(client.person), client)
    await fill(page, { project: 'Website', title: 'Stays' })
    await files(page).setInputFiles([picture()])
    await submit(page).click()
    await expectToast(page, 'Success', 'Client update created successfully')
    await page.route('**/storage/v1/object/client-update-files', (route) => route.abort('internetdisconnected'))
    await page.getByRole('button', { name: 'Delete update Stays' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expectDestructiveToast(page, 'Error', 'Failed to delete update. Please try again.')
    await expect(titles(page)).toHaveText(['Stays'])
    expect(await download(page, 'photo.png')).toMatchObject({ suggested: 'photo.png', bytes: png })
  })
})
