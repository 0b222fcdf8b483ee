import type { Page } from '@playwright/test'
import { linkIn } from '../outbox.ts'
import { newcomer, sol } from '../people.ts'
import { expect, expectAccessible, phone, test } from '../test.ts'

const alert = (page: Page) => page.getByRole('main').getByRole('alert')
const buttons = (page: Page) => page.getByRole('main').getByRole('button')

/** User agents of mail filters; some send none. */
const filters = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/126.0 Safari/537.36',
  'BarracudaCentral',
  'curl/8.5',
  '',
]

test('[sign-in.md#mail-link] an invitation that filters open first waits for its person, who needs no script for it', async ({
  anotherWindow,
  testData,
  outbox,
  url,
}) => {
  const dana = newcomer()
  const admin = await testData.as(sol)
  const { id: agencyId } = await testData.newAgency()
  const { data } = await admin.functions.invoke('invite-user', { body: { ...dana, role: 'agency_staff', agencyId } })
  const link = linkIn(await outbox.newestTo(dana.email))
  expect(new URL(link).origin).toBe(url)
  for (const agent of filters) {
    for (const method of ['HEAD', 'GET', 'GET']) {
      const answer = await fetch(link, { method, headers: { 'user-agent': agent }, redirect: 'manual' })
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])
      expect(answer.headers.get('set-cookie')).toBeNull()
      expect(await answer.text()).not.toContain('access_token')
    }
  }
  // Some mail filters render the page of a link with its script.
  const sandbox = await anotherWindow()
  await sandbox.goto(link)
  await expect(buttons(sandbox)).toHaveText(['Accept the Invitation'])
  const account = admin.from('user_accounts').select('invited_at, last_sign_in_at').eq('user_id', data.user.id)
  expect((await account.single()).data).toEqual({ invited_at: expect.any(String), last_sign_in_at: null })

  const plain = await anotherWindow({ javaScriptEnabled: false, viewport: phone })
  await plain.goto(link)
  await expect(buttons(plain)).toHaveText(['Accept the Invitation'])
  await buttons(plain).click()
  await expect(plain).toHaveURL(/\/auth#access_token=.*type=invite/)
  await plain.goto(link)
  await buttons(plain).click()
  await expect(alert(plain)).toContainText('This invitation was already used or has expired.')
  await expect(alert(plain)).toContainText('ask the person who invited you to send it again')

  // A form that was served without a script still signs in after the script has loaded.
  const late = await anotherWindow()
  await late.goto(plain.url())
  await expect(alert(late)).toContainText('This invitation was already used or has expired.')
  await expectAccessible(late)
})

test('[sign-in.md#another-address] another address is confirmed and undone without a script', async ({
  anotherWindow,
  testData,
  outbox,
}) => {
  const owner = await testData.newPerson('agency_staff', await testData.newAgency())
  const address = `moved-${owner.email}`
  const admin = await testData.as(sol)
  const body = { userId: await testData.idOf(owner), email: address }
  await admin.functions.invoke('change-address', { body })
  const plain = await anotherWindow({ javaScriptEnabled: false })
  const link = linkIn(await outbox.newestTo(address))
  await plain.goto(link)
  await expect(buttons(plain)).toHaveText(['Confirm This Address'])
  await buttons(plain).click()
  await expect(plain.getByText('Done. You sign in with the new address from now on.')).toBeVisible()
  await plain.goto(link)
  await buttons(plain).click()
  await expect(alert(plain)).toContainText('This link was already used or has expired.')
  await plain.goto(linkIn(await outbox.newestTo(owner.email, 1)))
  await buttons(plain).click()
  await expect(plain.getByText('Done. The account has its old address again')).toBeVisible()
})

test('[sign-in.md#mail-link] no other site can use a link up', async ({ testData, outbox, request }) => {
  const person = newcomer()
  await testData.signUp(person)
  const link = linkIn(await outbox.newestTo(person.email))
  const headers = { 'sec-fetch-site': 'cross-site' }
  const foreign = await request.post(link, { form: {}, headers, maxRedirects: 0 })
  expect([foreign.status(), foreign.headers().location]).toEqual([303, `/auth${new URL(link).search}`])
  const own = await request.post(link, { form: {}, headers: { 'sec-fetch-site': 'same-origin' }, maxRedirects: 0 })
  expect(own.headers().location).toMatch(/^\/auth#access_token=.*type=signup/)
})
