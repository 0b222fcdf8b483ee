import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectDestructiveToast, expectTexts, expectToast } from '../../testing/expect.ts'
import { BUCKET } from '../../testing/fake-storage.ts'
import {
  choose,
  chosen,
  field,
  fill,
  form,
  item,
  openForm,
  picture,
  submit,
  table,
} from '../../testing/update-scene.ts'

const created = () => expectToast('Success', 'Client update created successfully')

it('[client-updates.md#files] larger ones than 10,485,760 bytes are named and dropped', async () => {
  await openForm()
  const tooLarge = 'x'.repeat(10_485_761)
  choose(table('large.csv', tooLarge), table('small.csv'))
  await expectDestructiveToast('File too large', 'At most 10 MB each: large.csv')
  await expect.element(chosen()).toHaveLength(1)
  await expect.element(chosen()).toMatchTextContent('small.csv')
  choose(table('large.csv', tooLarge), table('larger.csv', tooLarge))
  await expectDestructiveToast('Files too large', 'At most 10 MB each: large.csv, larger.csv')
})

it('[client-updates.md#files] of other types are dropped without a toast, and named below the field', async () => {
  await openForm()
  choose(
    new File(['GIF89a'], 'film.gif', { type: 'image/gif' }),
    new File(['MZ'], 'setup.exe', { type: 'application/x-msdownload' }),
    new File(['x'], 'IMG_0042.HEIC'),
    new File([], 'empty.csv', { type: 'text/csv' }),
  )
  await expect
    .element(form().getByText(/^Not attached: film\.gif, setup\.exe, IMG_0042\.HEIC\. Only JPEG/))
    .toBeVisible()
  await expect.element(form().getByText('Not attached because empty: empty.csv.')).toBeVisible()
  await expect.element(chosen()).toHaveLength(0)
  choose(picture())
  await expect.element(form().getByText(/Not attached/)).not.toBeInTheDocument()
  await expect.element(chosen()).toHaveLength(1)
  await expect.element(chosen()).toMatchTextContent('photo.png')
  const notifications = page.getByRole('region', { name: 'Notifications' })
  await expect.element(notifications.getByRole('listitem')).toHaveLength(0)
})

it('[client-updates.md#files] can be dropped from the desktop, also beside the place for them', async () => {
  await openForm()
  const dropOn = (target: Element | null) => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(table('dropped.csv'))
    const drop = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true })
    target?.dispatchEvent(drop)
    return drop.defaultPrevented
  }
  expect(dropOn(document.querySelector('h1'))).toBe(true)
  await expect.element(chosen()).toHaveLength(0)
  expect(dropOn(field('Attachments').element().closest('label'))).toBe(true)
  await expect.element(chosen()).toMatchTextContent('dropped.csv')
})

it('[client-updates.md#files] are sent under the one name of their type, whatever the system calls it', async () => {
  const { backend } = await openForm()
  await fill()
  choose(
    new File(['a,b'], 'android.csv', { type: 'text/comma-separated-values' }),
    new File(['a;b'], 'excel.csv', { type: 'application/vnd.ms-excel' }),
    new File(['%PDF-1.4'], 'OFFER.PDF'),
  )
  await submit().click()
  await created()
  const rows = backend.table('client_update_attachments').rows.map(({ file_name, file_type }) => [file_name, file_type])
  expect(rows.sort()).toEqual([
    ['OFFER.PDF', 'application/pdf'],
    ['android.csv', 'text/csv'],
    ['excel.csv', 'text/csv'],
  ])
})

it('[client-updates.md#files] can be taken out again before they are sent', async () => {
  const { backend, stored } = await openForm()
  await fill()
  choose(picture('wrong.png'), picture('right.png'))
  await form().getByRole('button', { name: 'Remove wrong.png' }).click()
  await submit().click()
  await created()
  expect(backend.table('client_update_attachments').rows.map(({ file_name }) => file_name)).toEqual(['right.png'])
  expect([...stored.keys()]).toEqual([expect.stringMatching(/^[0-9a-f-]{36}\/\d{13}_right\.png$/)])
})

it('[client-updates.md#files] show how far each has come', async () => {
  const { backend } = await openForm()
  await fill()
  choose(table('first.csv', 'x'.repeat(200_000)), table('second.csv'))
  const slow = backend.hold('POST', `${BUCKET}/`, ({ path }) => path.endsWith('second.csv'))
  await submit().click()
  await expect.element(form().getByRole('progressbar', { name: 'Uploading second.csv' })).toBeVisible()
  await expect.element(chosen().filter({ hasText: 'first.csv' })).toMatchTextContent('Attached')
  expect(form().getByRole('button', { name: /Remove/ }).length).toBe(0)
  slow.open()
  await created()
  await expect.element(chosen()).toHaveLength(0)
})

it('[client-updates.md#files] go on when somebody walks away, and are not to be sent again by whoever comes back', async () => {
  const { backend, portal } = await openForm()
  await fill()
  choose(picture())
  const slow = backend.hold('POST', `${BUCKET}/`)
  await submit().click()
  await expect.poll(slow.held).toBe(1)
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
  await expect.element(form()).not.toBeInTheDocument()
  await expect.poll(() => portal.location).toBe('/dashboard')
  portal.back()
  await expect.element(field('Title')).toHaveValue('')
  slow.open()
  await created()
  await expect.element(item('Menu is done').getByRole('button', { name: /^Download photo\.png/ })).toBeVisible()
  expect(backend.table('project_updates').rows).toHaveLength(1)
})

it('[client-updates.md#files] are asked for again after a reload, which cannot keep them', async () => {
  const { backend, portal } = await openForm()
  await fill()
  choose(picture('here.png'), picture('gone.png'))
  await expectTexts(chosen().getByText(/\.png$/), ['here.png', 'gone.png'])
  portal.reload()
  const hint = form().getByText(/Please choose again/)
  await expect.element(hint).toMatchTextContent('here.png, gone.png')
  choose(picture('here.png'))
  await expect.element(hint).toMatchTextContent('gone.png')
  await expect.element(hint).not.toMatchTextContent('here.png')
  await form().getByRole('button', { name: 'Go On Without' }).click()
  await expect.element(hint).not.toBeInTheDocument()
  await submit().click()
  await created()
  expect(backend.table('client_update_attachments').rows.map(({ file_name }) => file_name)).toEqual(['here.png'])
})
