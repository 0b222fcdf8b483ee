import { gate } from '../gate.ts'
import { ana, ben, sol } from '../people.ts'
import { expect, test } from '../test.ts'
import { expectDestructiveToast, expectToast } from '../toasts.ts'
import { sealed } from '../vault-payload.ts'
import {
  accessLog,
  action,
  calls,
  clipboard,
  damage,
  entry,
  house,
  openVault,
  PASSPHRASE,
  search,
  stored,
  titles,
  unlock,
  withClipboard,
} from './vault-scene.ts'

test.describe('[vault.md#list] the password vault', () => {
  test('has its title and its words', async ({ signedIn, backstage }) => {
    const { admin } = await house(backstage)
    const page = await signedIn(admin)
    await openVault(page)
    await expect(page).toHaveTitle('Password Vault | Dashboard')
    await expect(page.getByRole('heading', { level: 1, name: 'Password Vault', exact: true })).toBeVisible()
    await expect(
      page.getByText('Securely store and share credentials within your agency.', { exact: true }),
    ).toBeVisible()
    await expect(search(page)).toBeVisible()
    await expect(page.getByText('No entries yet.', { exact: true })).toBeVisible()
  })

  test('says that it is loading, and what can be done when it cannot load', async ({
    signedIn,
    backstage,
    troubles,
  }) => {
    troubles.expectTrouble(/^500 GET \/rest\/v1\/password_vault/)
    const { admin } = await house(backstage, [{ title: 'Router' }])
    const page = await signedIn(admin)
    const slow = await gate(page, '**/rest/v1/password_vault*')
    await page.goto('/dashboard/vault')
    await expect(page.getByText('Loading...', { exact: true })).toBeVisible()
    slow.open()
    await expect(entry(page, 'Router')).toBeVisible()

    await page.unroute('**/rest/v1/password_vault*')
    await page.route('**/rest/v1/password_vault*', (route) => route.fulfill({ status: 500, json: { message: 'off' } }))
    await page.reload()
    const again = page.getByRole('button', { name: 'Try Again' })
    await expect(again).toBeVisible()
    await expect(page.getByText('No entries yet.')).toHaveCount(0)
    await page.unroute('**/rest/v1/password_vault*')
    await again.click()
    await expect(entry(page, 'Router')).toBeVisible()
  })

  test('shows each entry with its parts, and a dash where there is nothing; newest first', async ({
    signedIn,
    backstage,
  }) => {
    const { admin } = await house(backstage, [
      { title: 'Bare' },
      {
        title: 'Full',
        website_url: 'https://router.example/login',
        username: 'root',
        tags: ['office', 'network'],
        is_favorite: true,
        password_strength_score: 3,
        isShared: true,
      },
    ])
    const page = await signedIn(admin)
    const sent = calls(page, 'password_vault')
    await openVault(page)
    await expect(titles(page)).toHaveText([/^Full/, /^Bare/])
    for (const words of ['root', 'office', 'network', 'Good', 'favorite', 'Shared with agency']) {
      await expect(entry(page, 'Full')).toContainText(words)
    }
    const link = entry(page, 'Full').getByRole('link')
    await expect(link).toHaveAttribute('href', 'https://router.example/login')
    await expect(link).toHaveAttribute('rel', /noreferrer/)
    await expect(entry(page, 'Bare').getByText('—', { exact: true })).toHaveCount(3)
    await expect(entry(page, 'Bare')).not.toContainText('Shared')
    for (const title of ['Full', 'Bare']) {
      await expect(action(page, title, /^Copy Password/)).toBeVisible()
      await expect(action(page, title, /^Edit/)).toBeVisible()
      await expect(action(page, title, /^Delete/)).toBeVisible()
    }
    // All of them, newest first, and nothing that is never shown.
    expect(sent('GET')[0]?.query).toContain('order=created_at.desc')
    expect(sent('GET')[0]?.query).not.toContain('encrypted_notes')
  })

  test('searches titles, usernames and tags while one types', async ({ signedIn, backstage }) => {
    const { admin } = await house(backstage, [
      { title: 'Mail', username: 'postmaster' },
      { title: 'Printer', tags: ['Office'] },
      { title: 'Router' },
    ])
    const page = await signedIn(admin)
    await openVault(page)
    for (const [typed, title] of [
      ['ROUT', 'Router'],
      ['postm', 'Mail'],
      ['office', 'Printer'],
    ] as const) {
      await search(page).fill(typed)
      await expect(titles(page)).toHaveText([title])
    }
    await search(page).fill('100%')
    await expect(page.getByText('No entries match your search.', { exact: true })).toBeVisible()
    await search(page).fill('')
    await expect(titles(page)).toHaveCount(3)
  })

  test('[vault.md#password-vault] stands in the sidebar for admin-type roles, and opens for everybody on the staff', async ({
    signedIn,
  }) => {
    for (const [person, isShown] of [
      [ana, true],
      [sol, true],
      [ben, false],
    ] as const) {
      const page = await signedIn(person)
      await openVault(page)
      await expect(page.getByRole('link', { name: 'Clients', exact: true })).toBeVisible()
      await expect(page.getByRole('link', { name: 'Password Vault', exact: true })).toHaveCount(isShown ? 1 : 0)
    }
  })
})

test('[vault.md#deleting] deleting an entry asks first, and leaves a record that outlives it', async ({
  signedIn,
  backstage,
}) => {
  const { admin } = await house(backstage, [{ title: 'Stays' }, { title: 'Goes' }])
  const owner = await backstage.as(admin)
  const { id } = await stored(owner, 'Goes')
  const page = await signedIn(admin)
  const sent = calls(page, 'password_vault')
  await openVault(page)
  await action(page, 'Goes', /^Delete/).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('cannot be undone')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(action(page, 'Goes', /^Delete/)).toBeFocused()
  expect(sent('DELETE')).toEqual([])
  await action(page, 'Goes', /^Delete/).click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expectToast(page, 'Deleted')
  await expect(titles(page)).toHaveText(['Stays'])
  expect(sent('DELETE')[0]?.query).toContain(`id=eq.${id}`)
  const agent = await page.evaluate(() => navigator.userAgent)
  expect(await accessLog(owner, id)).toEqual([{ action: 'deleted', user_agent: agent }])
})

test('[vault.md#failures] copying, opening and deleting an entry say so when nobody answers', async ({
  signedIn,
  backstage,
  troubles,
}) => {
  troubles.expectTrouble(/^failed (GET|HEAD|DELETE) \/rest\/v1\/password_vault/)
  const { admin } = await house(backstage, [{ title: 'Router' }])
  const page = await signedIn(admin, withClipboard)
  await page.clock.install()
  /** Lets the time pass in which the client tries again. */
  const expectFailure = async (message: string) => {
    await expect(async () => {
      await page.clock.runFor(1_000)
      await expect(page.getByText(message, { exact: true })).toBeVisible({ timeout: 300 })
    }).toPass({ intervals: [50] })
    await expectDestructiveToast(page, 'Error', message)
  }
  await openVault(page)
  await unlock(page)
  await expect(titles(page)).toHaveCount(1)
  await page.route('**/rest/v1/password_vault*', (route) => route.abort('internetdisconnected'))
  await action(page, 'Router', /^Copy Password/).click()
  await expectFailure('Failed to copy password. Please try again.')
  await action(page, 'Router', /^Edit/).click()
  await expectFailure('Failed to open entry. Please try again.')
  await action(page, 'Router', /^Delete/).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expectFailure('Failed to delete entry. Please try again.')
  await expect(titles(page)).toHaveCount(1)
})

test('an entry that a colleague deleted meanwhile is told of, and leaves the list', async ({ signedIn, backstage }) => {
  const { admin } = await house(backstage, [{ title: 'Router' }])
  const page = await signedIn(admin)
  await openVault(page)
  await action(page, 'Router', /^Delete/).click()
  await (await backstage.as(admin)).from('password_vault').delete().eq('title', 'Router').throwOnError()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expectDestructiveToast(page, 'Error', 'This entry no longer exists, or you may not delete it.')
  await expect(page.getByText('No entries yet.')).toBeVisible()
})

test('a hundred damaged payloads spoil nothing but themselves', async ({ signedIn, backstage }) => {
  const { admin } = await house(backstage, [{ title: 'Router' }])
  const sound = sealed('secret', PASSPHRASE)
  const payloads = Array.from({ length: 100 }, (_, place) => sound.replace(/"nonce":".{3}/, `"nonce":"${place + 100}`))
  const rows = payloads.map((encrypted_password, place) => ({ title: `Damaged ${place}`, encrypted_password }))
  await (await backstage.as(admin)).from('password_vault').insert(rows).throwOnError()
  const page = await signedIn(admin, withClipboard)
  // Cut off, or without one character.
  const damaged = (payload: string, place: number) =>
    payload.slice(0, place + 1) + (place % 2 ? '' : payload.slice(place + 2))
  await damage(page, new Map(payloads.map((payload, place) => [payload, damaged(payload, place)])))
  await openVault(page)
  await unlock(page)
  await search(page).fill('Router')
  await action(page, 'Router', /^Copy Password/).click()
  await expectToast(page, 'Copied')
  expect(await clipboard(page)).toBe('secret')
  await expect(page.getByText(/^This passphrase opens 1 of 101 entries\.$/)).toBeVisible({ timeout: 30_000 })
})
