import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { signIn } from '../sign-in.ts'
import { expect, expectAccessible, phone, test } from '../test.ts'
import type { TestData } from '../test-data.ts'
import { expectDestructiveToast, expectToast } from '../toasts.ts'
import { card, code, codeOf, createPersonWithAuthenticator, enter, NO_CODES_YET } from './two-step-scene.ts'

const list = (page: Page) => page.getByRole('region', { name: 'Keep Your Recovery Codes' })
const saved = (page: Page) => page.getByRole('button', { name: 'I’ve Saved Them' })
const recoveryCode = (page: Page) => page.getByLabel('Recovery code', { exact: true })

async function withCodes(testData: TestData) {
  const { person, secret, client } = await createPersonWithAuthenticator(testData)
  const { data, error } = await client.auth.mfa.recoveryCodes.generate()
  if (error) throw error
  const [first = ''] = data.codes
  return { person, secret, first }
}

async function comeAsFarAsTheCode(page: Page, person: { email: string; password: string }) {
  await page.goto('/auth')
  await signIn(page, person)
  await expect(code(page)).toBeFocused()
}

test('who sets up two-step sign-in is shown recovery codes once, to copy and to download', async ({
  signedIn,
  testData,
  pageErrors,
}) => {
  pageErrors.expectError(NO_CODES_YET)
  const person = await testData.newPerson('agency_staff', await testData.newAgency())
  const page = await signedIn(person)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/dashboard/profile')
  await page.getByRole('button', { name: 'Set Up' }).click()
  await card(page)
    .getByLabel('Code from the app')
    .fill(codeOf(await card(page).getByRole('code').innerText()))
  await card(page).getByRole('button', { name: 'Turn On' }).click()
  await expect(list(page).getByRole('heading')).toBeFocused()
  await expect(list(page).getByRole('listitem')).toHaveText(Array(10).fill(/^([a-z2-7]{4}-){3}[a-z2-7]{4}$/))
  await expectAccessible(page)

  const codes = await list(page).getByRole('listitem').allInnerTexts()
  await list(page).getByRole('button', { name: 'Copy' }).click()
  await expectToast(page, 'Copied', 'Recovery codes copied to clipboard.')
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toContain(codes.join('\n'))
  expect(copied).toContain(`Recovery codes for ${person.email} at North Street Marketing`)
  const download = page.waitForEvent('download')
  await list(page).getByRole('button', { name: 'Download' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('recovery-codes.txt')
  expect(await readFile(await file.path(), 'utf8')).toBe(copied)

  await saved(page).click()
  await expect(page.getByText('10 of 10 left')).toBeVisible()
  await page.reload()
  await expect(page.getByText('10 of 10 left')).toBeVisible()
  await expect(list(page)).toHaveCount(0)
})

test('new codes void those of before, after a question', async ({ anotherWindow, testData }) => {
  const { person, secret, first } = await withCodes(testData)
  const page = await anotherWindow()
  await comeAsFarAsTheCode(page, person)
  await code(page).fill(codeOf(secret))
  await enter(page).click()
  await expect(page).toHaveURL('/dashboard')
  await page.goto('/dashboard/profile')
  await page.getByRole('button', { name: 'New Codes' }).click()
  const question = page.getByRole('alertdialog', { name: 'Make new recovery codes?' })
  await expect(question).toContainText('Your old codes stop working right away.')
  await question.getByRole('button', { name: 'Make New Codes' }).click()
  await expect(list(page).getByRole('heading')).toBeFocused()
  await expect(list(page)).not.toContainText(first.slice(0, 8).replace(/^.{4}/, '$&-'))
  await saved(page).click()

  await page.getByRole('button', { name: 'Turn Off' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Turn Off' }).click()
  await expectToast(page, 'Two-step sign-in is off')
  await expect(page.getByRole('button', { name: 'Set Up' })).toBeVisible()
})

test('/auth takes a recovery code instead of the app’s, on a desktop and on a phone, and a new phone is set up with it', async ({
  anotherWindow,
  testData,
  pageErrors,
}) => {
  pageErrors.expectError(/^422 POST \/auth\/v1\/factors\//)
  const { person, first } = await withCodes(testData)
  const page = await anotherWindow()
  await comeAsFarAsTheCode(page, person)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await expect(recoveryCode(page)).toBeFocused()
  await expectAccessible(page)
  await page.setViewportSize(phone)
  await expectAccessible(page)
  await recoveryCode(page).fill('aaaa-aaaa-aaaa-aaaa')
  await enter(page).click()
  await expectDestructiveToast(page, 'Sign in failed', 'Invalid recovery code entered')
  await expect(page.getByRole('main').getByRole('alert')).toHaveText('Invalid recovery code entered')
  await page.getByRole('button', { name: 'Use the app instead' }).click()
  await expect(code(page)).toBeFocused()
  await expect(page.getByRole('main').getByRole('alert')).toBeHidden()
  await page.getByRole('button', { name: 'Use a recovery code' }).click()

  await recoveryCode(page).fill(` ${first.toUpperCase().replaceAll(/.{4}/g, '$& ')}`)
  await recoveryCode(page).press('Enter')
  await expect(page).toHaveURL('/dashboard')
  await expectToast(page, 'Welcome back!')
  await page.goto('/dashboard/profile')
  await expect(page.getByText('You signed in with a recovery code.')).toBeVisible()
  await expect(page.getByText('9 of 10 left')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Turn Off' })).toHaveCount(0)

  await page.getByRole('button', { name: 'New Phone' }).click()
  await card(page)
    .getByLabel('Code from the app')
    .fill(codeOf(await card(page).getByRole('code').innerText()))
  await card(page).getByRole('button', { name: 'Change Phone' }).click()
  await expectToast(page, 'New phone set up')
  await expect(page.getByText('9 of 10 left')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Turn Off' })).toBeVisible()
})

test('who has no recovery codes is not offered them, and whoever comes next starts over', async ({
  anotherWindow,
  testData,
}) => {
  const page = await anotherWindow()
  await comeAsFarAsTheCode(page, (await createPersonWithAuthenticator(testData)).person)
  await expect(page.getByRole('button', { name: 'Use a recovery code' })).toBeHidden()
  await page.getByRole('button', { name: 'Sign in as someone else' }).click()

  await signIn(page, (await withCodes(testData)).person)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByRole('button', { name: 'Sign in as someone else' }).click()
  await expect(page.getByRole('button', { name: 'Sign In to Dashboard' })).toBeVisible()
})
