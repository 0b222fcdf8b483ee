import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible, expectTexts, expectToast } from '../../testing/expect.ts'
import { noAnswer, refusal } from '../../testing/fake-backend.ts'
import { BUCKET } from '../../testing/fake-storage.ts'
import { ATTACHMENTS, choose, field, fill, form, item, openForm, picture, submit } from '../../testing/update-scene.ts'

const MAILS = '/rest/v1/client_mails'
const unfinished = () => page.getByRole('region', { name: /is created, but not all of its files/ })

it('[client-updates.md#files] a file whose connection is lost is tried again, with the update as it is', async () => {
  const { backend } = await openForm()
  await fill({ title: 'In the tunnel' })
  choose(picture('first.png'), picture('second.png'))
  const recover = backend.answer('POST', `${BUCKET}/`, noAnswer)
  await submit().click()
  const problems = ['first.png', 'second.png'].map((name) => `${name}0.00 MBThe connection was lost.`)
  await expectTexts(unfinished().getByRole('listitem'), problems)
  expect(backend.table('project_updates').rows).toHaveLength(1)

  recover()
  await unfinished().getByRole('button', { name: 'Try Again' }).click()
  await expectToast('Success', 'Client update created successfully')
  await expect.element(item('In the tunnel').getByRole('button', { name: /Download/ })).toHaveLength(2)
  await expect.element(field('Title')).toHaveValue('')
  expect(backend.table('project_updates').rows).toHaveLength(1)
})

it('[client-updates.md#files] the mail to the client waits for the files, which is said', async () => {
  const { backend } = await openForm()
  await fill()
  await field('Client Visible').click()
  await field('Send It to the Client').click()
  await field('Email').fill('clara@shop.test')
  choose(picture())
  backend.answer('POST', '/functions/v1/mail-clients', () => Response.json({ success: true }))
  backend.answer('POST', `${BUCKET}/`, noAnswer)
  await submit().click()
  await expect.element(unfinished()).toMatchTextContent('It is emailed to clara@shop.test only then.')
  expect(backend.sent('POST', MAILS)).toEqual([])
  await unfinished().getByRole('button', { name: 'Leave Them Out' }).click()
  await expectToast('Mailed to the client', 'It will be sent in a moment, with a link to their page.')
  expect(backend.sent('POST', MAILS)).toHaveLength(1)
})

it('[client-updates.md#files] a file that is left out leaves nothing behind', async () => {
  const { backend, stored } = await openForm()
  backend.answer('POST', ATTACHMENTS, () => refusal('The shelf is full'))
  await fill()
  choose(picture())
  await submit().click()
  await expect.element(unfinished()).toMatchTextContent('The shelf is full')
  expect(stored.size).toBe(1)
  await expectAccessible()
  await unfinished().getByRole('button', { name: 'Leave Them Out' }).click()
  await expect.element(form()).toBeVisible()
  await expect.element(field('Title')).toHaveFocus()
  expect(backend.table('client_update_attachments').rows).toEqual([])
  expect(stored.size).toBe(0)
})

it('[client-updates.md#files] another screen is opened only after a question, while files are missing', async () => {
  const { backend, portal } = await openForm()
  const { location } = portal
  backend.answer('POST', `${BUCKET}/`, () => Promise.reject(new TypeError('Failed to fetch')))
  await fill()
  choose(picture())
  await submit().click()
  await expect.element(unfinished()).toBeVisible()
  const elsewhere = page.getByRole('link', { name: 'Projects', exact: true })
  const question = page.getByRole('alertdialog', { name: 'Leave this page?' })
  await elsewhere.click()
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect(portal.location).toBe(location)
  await elsewhere.click()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect.poll(() => portal.location).toBe('/dashboard/projects')
})
