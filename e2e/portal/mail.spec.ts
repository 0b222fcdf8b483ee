import { type MailServer, startMailServer } from '../../scripts/testing/mail-server.ts'
import { startEngine } from '../../scripts/testing/throwaway-engine.ts'
import { row } from '../list-rows.ts'
import { Outbox } from '../outbox.ts'
import { ben, sol } from '../people.ts'
import { test as base, expect } from '../test.ts'
import { expectToast } from '../toasts.ts'

/** A separate server with a mail server. */
const test = base.extend<object, { engine: { url: string; dataDir: string; mailServer: MailServer } }>({
  engine: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures one needs from the pattern
    async ({}, use) => {
      const mailServer = await startMailServer()
      const engine = await startEngine({ env: { MAIL_URL: mailServer.url }, name: 'engine-with-mail-server' })
      await use({ ...engine, mailServer })
      await engine.stop()
      await mailServer.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  url: [async ({ engine }, use) => use(engine.url), { scope: 'worker' }],
  outbox: [async ({ engine }, use) => use(new Outbox(engine.dataDir)), { scope: 'worker' }],
})

test('[mail.md#notice] [mail.md#list] [mail.md#sending-again] a mail that the mail server refuses is shown to a super admin, and sent again', async ({
  engine: { mailServer },
  testData,
  signedIn,
}) => {
  mailServer.refused.set(ben.email, '550 5.1.1 no such mailbox')
  await testData.anonymous().auth.resetPasswordForEmail(ben.email)
  const client = await testData.as(sol)
  await expect.poll(async () => (await client.rpc('mail_state').single()).data).toMatchObject({ undelivered: 1 })

  const page = await signedIn(sol)
  await page.goto('/dashboard')
  await expect(page.getByText('1 mail could not be delivered.')).toBeVisible()
  await page.getByRole('link', { name: 'See which, and why' }).click()
  await expect(page.getByText('Emails are sent through 127.0.0.1.')).toBeVisible()
  const mine = row(page, 'Reset your password')
  await expect(mine).toContainText(ben.email)
  await expect(mine).toContainText('550 5.1.1 no such mailbox')
  await page.getByRole('combobox', { name: 'Filter by state' }).selectOption('Waiting')
  await expect(page.getByText('No emails found.')).toBeVisible()
  await page.getByRole('combobox', { name: 'Filter by state' }).selectOption('Not delivered')

  mailServer.refused.clear()
  await mine.getByRole('button', { name: /^Send again/ }).click()
  await expectToast(page, 'Email is being sent again')
  await expect.poll(() => mailServer.recipients).toContain(ben.email)
  await expect.poll(async () => (await client.rpc('queued_mails')).data).toEqual([])
  await page.goto('/dashboard/mail')
  await expect(page.getByText('No email is held up.')).toBeVisible()
})
