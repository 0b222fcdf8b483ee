import type { Page, Worker } from '@playwright/test'
import { expect, test } from '../test.ts'
import type { TestData } from '../test-data.ts'
import { createClientWithProjects } from './update-scene.ts'

test('[notices.md#device] a push is shown, leads to what it is about, and says nothing after signing out', async ({
  signedIn,
  testData,
  url,
  pageErrors,
}) => {
  pageErrors.expectError(/^console\.error Chrome currently does not support the Push API in incognito mode/)
  const { person, clientId, noticeId } = await mentioned(testData)
  const page = await signedIn(person, { serviceWorkers: 'allow', permissions: ['notifications'] })
  await page.goto('/dashboard/profile')
  await page.getByRole('switch', { name: 'Show It on This Device' }).click()
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated')
  const [worker] = page.context().serviceWorkers()
  if (!worker) throw new Error('The portal has no service worker.')
  await watch(worker)
  const push = await pusher(page, url)
  const notice = JSON.stringify({ id: noticeId, title: 'Ana mentioned you', body: 'In a note about Bakery' })

  // The portal is visible, and its bell has the notice.
  await push(notice)
  await expect.poll(() => done(worker)).toEqual(['asked for the subscription'])

  await page.goto('/')
  await push(notice)
  await push('{"id":')
  await push('')
  const unreadable = 'shown as : You have a new notice – Open the portal to read it.'
  await expect
    .poll(() => done(worker, 'shown'))
    .toEqual([`shown as ${noticeId}: Ana mentioned you – In a note about Bakery`, unreadable, unreadable])

  await click(worker, noticeId)
  await click(worker, '')
  await expect.poll(() => done(worker, 'opened')).toEqual([`opened /dashboard?notice=${noticeId}`, 'opened /dashboard'])
  await page.goto('/dashboard/reports')
  await expect(page.getByRole('button', { name: 'For You, 1 unread' })).toBeVisible()
  await click(worker, noticeId)
  await expect(page).toHaveURL(`/dashboard/clients/${clientId}`)
  expect(await done(worker, 'focused')).toEqual(['focused /dashboard/reports'])

  // The screen's rows are there, and none of their requests is refused after the sign-out.
  await page.waitForLoadState('networkidle')
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL('/')
  await push(notice)
  await expect.poll(() => done(worker, 'unsubscribed')).toEqual(['unsubscribed'])
  expect(await done(worker, 'shown')).toHaveLength(3)
})

/** A person whom a colleague has mentioned in a note about a client. */
async function mentioned(testData: TestData) {
  const { person, agency, clientId } = await createClientWithProjects(testData, ['Website'])
  const colleague = await testData.as(await testData.newPerson('agency_staff', agency))
  const note = { client_id: clientId, note_text: `For @${person.name}: call.` }
  await colleague.from('client_notes').insert(note).throwOnError()
  const notices = (await testData.as(person)).from('notices')
  const { data: notice } = await notices.select('id').single().throwOnError()
  return { person, clientId, noticeId: notice.id }
}

/**
 * Writes down what the worker has the browser do. A headless Chromium has no notifications, no push service and no clicks on
 * notifications, after which alone a worker may open and focus windows.
 */
const watch = (worker: Worker) =>
  worker.evaluate(() => {
    const done: string[] = []
    const pathOf = (address: string) => new URL(address, location.origin).pathname
    const { clients, WindowClient } = Object(globalThis)
    Object.assign(globalThis, { done })
    Object.assign(clients, { openWindow: async (address: string) => void done.push(`opened ${address}`) })
    Object.assign(WindowClient.prototype, {
      async focus(this: { url: string }) {
        done.push(`focused ${pathOf(this.url)}`)
      },
    })
    Object.assign(ServiceWorkerRegistration.prototype, {
      showNotification: async (title: string, { tag, body }: NotificationOptions) =>
        void done.push(`shown as ${tag}: ${title} – ${body}`),
    })
    Object.assign(PushManager.prototype, {
      async getSubscription() {
        done.push('asked for the subscription')
        return { endpoint: 'https://push.test/device', unsubscribe: async () => done.push('unsubscribed') }
      },
    })
  })

/** What the worker has done so far, in words that begin so. */
const done = (worker: Worker, beginning = '') =>
  worker.evaluate((beginning) => {
    const { done }: { done: string[] } = Object(globalThis)
    return done.filter((words) => words.startsWith(beginning))
  }, beginning)

/** Clicks the notification with this tag. */
const click = (worker: Worker, tag: string) =>
  worker.evaluate((tag) => {
    const { ExtendableEvent } = Object(globalThis)
    dispatchEvent(Object.assign(new ExtendableEvent('notificationclick'), { notification: { tag, close() {} } }))
  }, tag)

/** Returns a function that has the browser deliver a push to the portal's service worker, as a push service does. */
async function pusher(page: Page, url: string) {
  const devtools = await page.context().newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [known] }) => {
      if (known) resolve(known.registrationId)
    })
  })
  await devtools.send('ServiceWorker.enable')
  const registrationId = await registered
  return (data: string) =>
    devtools.send('ServiceWorker.deliverPushMessage', { origin: new URL(url).origin, registrationId, data })
}
