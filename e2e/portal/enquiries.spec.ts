import type { Page } from '@playwright/test'
import { row } from '../list-rows.ts'
import { cleo } from '../people.ts'
import { fill, form, visitor } from '../site/contact-form.ts'
import { expect, test } from '../test.ts'
import { expectDestructiveToast, expectToast } from '../toasts.ts'

/** The seed's agency, which answers the website. */
const north = { id: 'a0000000-0000-4000-8000-000000000001', name: 'North Street Marketing' }

async function openAndListen(page: Page, path: string) {
  const joined = page
    .waitForEvent('websocket', (socket) => socket.url().includes('/realtime/v1/'))
    .then((socket) =>
      socket.waitForEvent('framereceived', ({ payload }) => String(payload).includes('Subscribed to PostgreSQL')),
    )
  await page.goto(path)
  await joined
}

test('[enquiries.md#handling] [enquiries.md#concurrent-changes] [enquiries.md#client] what a visitor asks is seen at once, assigned to one of the staff, and becomes a client with a note', async ({
  page: site,
  signedIn,
  testData,
}) => {
  const staff = await testData.newPerson('agency_staff', north)
  const colleague = await testData.newPerson('agency_staff', north)
  const page = await signedIn(staff, { connectsToRealtime: true })
  await openAndListen(page, '/dashboard/enquiries')
  const vera = visitor()
  await site.goto('/contact')
  await fill(site, vera)
  await form(site).send.click()

  const mine = row(page, vera.name)
  await expect(mine).toContainText('23 h left')
  await expect(page.getByRole('navigation', { name: 'Portal' }).getByText(/\d+ waiting/)).toBeVisible()
  await mine.getByRole('link', { name: vera.name }).click()
  await expect(page.getByRole('heading', { level: 1, name: vera.name })).toBeVisible()
  await expect(page.getByText('And a newsletter.')).toBeVisible()

  // The colleague's list is outdated, so their click comes too late.
  const theirs = await signedIn(colleague)
  await theirs.goto(new URL(page.url()).pathname)
  await expect(theirs.getByRole('button', { name: 'Assign to me' })).toBeVisible()
  await page.getByRole('button', { name: 'Assign to me' }).click()
  await expectToast(page, 'Enquiry assigned to you')
  await theirs.getByRole('button', { name: 'Assign to me' }).click()
  await expectDestructiveToast(theirs, 'Nothing changed', `This enquiry is assigned to ${staff.name} already.`)
  await expect(theirs.getByRole('region', { name: 'Handling' })).toContainText(`Assigned to ${staff.name}`)

  await page.getByRole('button', { name: 'Make client' }).click()
  await expectToast(page, 'Client created')
  await page.getByRole('link', { name: `Open ${vera.name}` }).click()
  await expect(page).toHaveURL(/\/dashboard\/clients\//)
  await expect(page.getByText(vera.email).first()).toBeVisible()
  await expect(page.getByText('prospect').first()).toBeVisible()
  await expect(page.getByText('And a newsletter.')).toBeVisible()
})

test('[enquiries.md#access] staff of another agency see nothing of it', async ({ signedIn, testData }) => {
  const page = await signedIn(cleo)
  const asked: string[] = []
  page.on('request', (request) => {
    if (/contact_submissions|enquir/.test(request.url()) && request.url().includes('/rest/')) asked.push(request.url())
  })
  await page.goto('/dashboard/enquiries')
  await expect(page.getByText("Access Denied — You don't have permission to view enquiries.")).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Portal' }).getByRole('link', { name: 'Clients' })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Enquiries/ })).toHaveCount(0)
  expect(asked).toEqual([])
  const db = await testData.as(cleo)
  expect((await db.from('contact_submissions').select('id')).data).toEqual([])
  const { data } = await db.rpc('enquiry_figures', { reply_hours: 24 }).single()
  expect(data).toEqual({ waiting: 0, late: 0, set_aside: 0, median_seconds: null, calls_came: 0, calls_missed: 0 })
})
