import { row } from '../list-rows.ts'
import { expect, test } from '../test.ts'
import { createTeam, openAt } from './users-scene.ts'

const WORDS = 'This account was deactivated. Ask the person who manages your agency’s users to reactivate it.'

test.describe('[users.md#deactivating] deactivating', () => {
  test('shuts somebody out of every tab at once, and of the way in, until they are brought back', async ({
    signedIn,
    testData,
    browser,
    pageErrors,
  }) => {
    pageErrors.expectError(/^40[01] \w+ \/(auth|rest)\/v1\//)
    const { admin, others } = await createTeam(testData, 'agency_staff')
    const [leaver] = others
    if (!leaver) throw new Error('Nobody came.')
    const page = await openAt(await signedIn(admin), leaver)
    const theirs = await signedIn(leaver, { connectsToRealtime: true })
    const joined = theirs
      .waitForEvent('websocket', (socket) => socket.url().includes('/realtime/v1/'))
      .then((socket) =>
        socket.waitForEvent('framereceived', ({ payload }) => String(payload).includes('Subscribed to PostgreSQL')),
      )
    await theirs.goto('/dashboard/profile')
    await joined

    await row(page, leaver.name).getByRole('button', { name: 'Deactivate' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click()
    await expect(page.getByText('They are signed out everywhere.')).toBeVisible()
    // The tab of the deactivated person signs out by itself.
    await expect(theirs).toHaveURL(/\/auth$/)
    await expect(theirs.getByText(WORDS)).toBeVisible()

    const door = await (await browser.newContext()).newPage()
    await door.goto('/auth')
    const signIn = async () => {
      await door.getByLabel('Email').first().fill(leaver.email)
      await door.getByLabel('Password', { exact: true }).first().fill(leaver.password)
      await door.getByRole('button', { name: 'Sign In to Dashboard' }).click()
    }
    await signIn()
    await expect(door.getByText(WORDS).first()).toBeVisible()

    await row(page, leaver.name).getByRole('button', { name: 'Bring Back' }).click()
    await expect(page.getByText('User brought back')).toBeVisible()
    await signIn()
    await expect(door).toHaveURL(/\/dashboard$/)
    await door.context().close()
  })
})
