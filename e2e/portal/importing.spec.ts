import { readFile } from 'node:fs/promises'
import { rows } from '../list-rows.ts'
import { expect, test } from '../test.ts'
import { expectToast } from '../toasts.ts'
import { createStaffWithClients, open, title } from './clients-scene.ts'

test('[lists.md#import] a table that was exported comes back with a new row and a changed one, and is undone', async ({
  signedIn,
  testData,
}) => {
  const known = [
    { name: 'Otto Old', phone: '+1 555 0100' },
    { name: 'Sam Same', email: 'sam@shop.test' },
  ]
  const page = await open(signedIn, await createStaffWithClients(testData, known), 2)
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  const exported = await readFile(await (await saving).path(), 'utf8')
  const changed = exported.replace("'+1 555 0100", '555 0199')
  expect(changed).not.toBe(exported)

  await page.getByRole('button', { name: 'Import' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import Clients' })
  await dialog.getByLabel(/Choose a file/).setInputFiles({
    name: 'clients.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`${changed}Nell New,Newness,nell@new.test,,,,,,\r\n`),
  })
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await expect(dialog.getByText('New clients (1)')).toBeVisible()
  await expect(dialog.getByText('Already there (2)')).toBeVisible()
  await expect(dialog.getByText('Phone: +1 555 0100 becomes 555 0199')).toBeVisible()
  await expect(dialog.getByText('By the same id; nothing is different.')).toBeVisible()
  await dialog.getByLabel(/^Update 1 client/).check()
  await dialog.getByRole('button', { name: 'Import 2 Clients' }).click()

  await expectToast(page, '2 clients imported', '1 added, 1 updated.')
  await expect(title(page, 3)).toBeVisible()
  await expect(rows(page).first()).toContainText('Nell New')
  await expect(rows(page).filter({ hasText: 'Otto Old' })).toContainText('555 0199')

  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expectToast(page, 'Import undone')
  await expect(title(page, 2)).toBeVisible()
  await expect(rows(page).filter({ hasText: 'Otto Old' })).toContainText('+1 555 0100')
})
