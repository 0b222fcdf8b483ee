import { linkIn, useLink } from '../outbox.ts'
import { signIn } from '../sign-in.ts'
import { expect, expectAccessible, phone, test } from '../test.ts'
import { expectDestructiveToast, expectToast } from '../toasts.ts'
import { card, code, codeOf, createPersonWithAuthenticator, enter, NO_CODES_YET } from './two-step-scene.ts'

test('two-step sign-in is set up in the profile, with a code typed back, and turned off there', async ({
  signedIn,
  testData,
  pageErrors,
}) => {
  pageErrors.expectError(/^422 POST \/auth\/v1\/factors\//)
  pageErrors.expectError(NO_CODES_YET)
  const person = await testData.newPerson('agency_staff', await testData.newAgency())
  const page = await signedIn(person, { storageState: await testData.storage(person) })
  await page.goto('/dashboard/profile')
  await page.getByRole('button', { name: 'Set Up' }).click()
  await expect(card(page).getByRole('img', { name: 'QR code' })).toBeVisible()
  await expectAccessible(page)

  await card(page).getByRole('button', { name: 'Turn On' }).click()
  await expect(card(page)).toContainText('Enter the six digits the app shows.')
  // A wrong code does not enable two-step sign-in.
  await card(page).getByLabel('Code from the app').fill('000000')
  await card(page).getByRole('button', { name: 'Turn On' }).click()
  await expectDestructiveToast(page, 'Two-step sign-in not changed', 'Invalid TOTP code entered')
  await card(page).getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Set Up' }).click()
  const secret = await card(page).getByRole('code').innerText()
  await card(page).getByLabel('Code from the app').fill(codeOf(secret).replace(/^.../, '$& '))
  await card(page).getByRole('button', { name: 'Turn On' }).click()
  await expectToast(page, 'Two-step sign-in is on')
  await page.getByRole('button', { name: 'I’ve Saved Them' }).click()
  await expect(page.getByText('each sign-in asks for a code')).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: 'Turn Off' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Turn Off' }).click()
  await expectToast(page, 'Two-step sign-in is off')
  await expect(page.getByRole('button', { name: 'Set Up' })).toBeVisible()
})

test('/auth asks for the code after the password, on a desktop and on a phone, and leads on with it', async ({
  anotherWindow,
  testData,
  pageErrors,
}) => {
  pageErrors.expectError(/^422 POST \/auth\/v1\/factors\//)
  const { person, secret } = await createPersonWithAuthenticator(testData)
  const page = await anotherWindow()
  await page.goto('/auth')
  await signIn(page, person)
  await expect(code(page)).toBeFocused()
  await expectAccessible(page)
  await page.setViewportSize(phone)
  await page.reload()
  await expect(code(page)).toBeFocused()
  await expectAccessible(page)

  await enter(page).click()
  await expect(code(page)).toBeFocused()
  await code(page).fill('000000')
  await enter(page).click()
  await expectDestructiveToast(page, 'Sign in failed', 'Invalid TOTP code entered')
  await expect(page.getByRole('main').getByRole('alert')).toHaveText('Invalid TOTP code entered')
  await expect(code(page)).toBeFocused()
  await code(page).fill(codeOf(secret))
  await enter(page).click()
  await expect(page).toHaveURL('/dashboard')
  await expectToast(page, 'Welcome back!')
  await page.reload()
  await expect(page.getByText(`Welcome, ${person.name}`)).toBeVisible()
})

test('without the code the portal stays closed, also by its address', async ({ anotherWindow, testData }) => {
  const { person } = await createPersonWithAuthenticator(testData)
  const page = await anotherWindow()
  await page.goto('/auth')
  await signIn(page, person)
  await expect(code(page)).toBeVisible()
  await page.goto('/dashboard/clients')
  await expect(page).toHaveURL('/auth')
  await expect(code(page)).toBeVisible()

  await page.getByRole('button', { name: 'Sign in as someone else' }).click()
  await expect(page.getByRole('button', { name: 'Sign In to Dashboard' })).toBeEnabled()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Sign In to Dashboard' })).toBeEnabled()
})

test('who proved the app changes the password without being asked for a code again', async ({
  anotherWindow,
  testData,
  pageErrors,
}) => {
  pageErrors.expectError(NO_CODES_YET)
  const { person, secret } = await createPersonWithAuthenticator(testData)
  const page = await anotherWindow()
  await page.goto('/auth')
  await signIn(page, person)
  await code(page).fill(codeOf(secret))
  await enter(page).click()
  await expect(page).toHaveURL('/dashboard')
  await page.goto('/dashboard/profile')
  const form = page.getByRole('form', { name: 'Change Password' })
  await form.getByLabel('Current Password').fill(person.password)
  await form.getByLabel('New Password', { exact: true }).fill('a better secret')
  await form.getByLabel('Confirm New Password').fill('a better secret')
  await form.getByRole('button', { name: 'Change Password' }).click()
  await expectToast(page, 'Password changed')
  await page.reload()
  await expect(form).toBeVisible()
})

test('who comes by the link of a mail is asked for the code before anything is shown', async ({
  page,
  context,
  testData,
  outbox,
}) => {
  const { person, secret } = await createPersonWithAuthenticator(testData)
  const { error } = await testData.anonymous().auth.signInWithOtp({
    email: person.email,
    options: { shouldCreateUser: false, emailRedirectTo: `${testData.url}/auth` },
  })
  expect(error).toBeNull()
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await useLink(page, linkIn(await outbox.newestTo(person.email)))
  await expect(page).toHaveURL('/auth')
  await expect(code(page)).toBeFocused()
  await expect(page.getByText('Welcome back!')).toHaveCount(0)

  await page.reload()
  await expect(code(page)).toBeFocused()
  const tab = await context.newPage()
  await tab.goto('/dashboard/clients')
  await expect(tab).toHaveURL('/auth')
  await expect(code(tab)).toBeFocused()
  const owing = asked.filter((path) => path.startsWith('/rest/') && path !== '/rest/v1/rpc/me')
  expect(owing).toEqual([])

  await code(page).fill(codeOf(secret))
  await code(page).press('Enter')
  await expect(page).toHaveURL('/dashboard')
  await expectToast(page, 'Welcome back!', 'You have been signed in successfully.')
  await expect(tab).toHaveURL('/dashboard')
})
