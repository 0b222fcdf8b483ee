import type { Page } from '@playwright/test'
import { ben, newcomer, type Person, sol } from '../people.ts'
import { rows } from '../table.ts'
import { expect, test } from '../test.ts'
import { expectDestructiveToast, expectToast } from '../toasts.ts'
import { callsTo, force } from '../wire.ts'
import { expectKeptNowhere, heading, open, team } from './users-scene.ts'

test.describe('[users.md#adding] adding a user', () => {
  const dialog = (page: Page) => page.getByRole('dialog', { name: 'Add User' })
  const submit = (page: Page) => dialog(page).locator('button[type=submit]')

  async function openDialog(page: Page) {
    await page.getByRole('button', { name: 'Add User' }).click()
    await expect(dialog(page)).toBeVisible()
  }

  async function fill(page: Page, { name, email, password }: Person) {
    await dialog(page).getByLabel('Email').fill(email)
    await dialog(page).getByLabel('Name').fill(name)
    await dialog(page).getByLabel('Password').fill(password)
  }

  test('sends email, name, password and role, says so, and shows them first', async ({ signedIn, backstage }) => {
    const { admin } = await team(backstage)
    const page = await open(await signedIn(admin))
    const dana = newcomer()
    await openDialog(page)
    await fill(page, { ...dana, name: `  ${dana.name} ` })
    await dialog(page).getByLabel('Role').selectOption('agency_staff')
    const call = page.waitForRequest('**/functions/v1/create-user')
    await submit(page).click()
    await expectToast(page, 'User created')
    await expect(dialog(page)).toBeHidden()
    await expect(page.getByRole('button', { name: 'Add User' })).toBeFocused()
    await expect(heading(page, 2)).toBeVisible()
    await expect(rows(page).first()).toContainText(dana.name)
    await expect(rows(page).first()).toContainText('agency_staff')
    expect((await call).method()).toBe('POST')
    expect((await call).postDataJSON()).toEqual({ ...dana, role: 'agency_staff' })
    // And they can start at once.
    expect((await (await backstage.as(dana)).auth.getUser()).error).toBeNull()
  })

  test('asks once more before it makes an admin, and keeps what was typed when the answer is no', async ({
    signedIn,
    backstage,
  }) => {
    const page = await open(await signedIn(await backstage.newPerson('admin', await backstage.newAgency())))
    const dana = newcomer()
    const calls = callsTo(page, '/functions/v1/create-user')
    await openDialog(page)
    await fill(page, dana)
    await dialog(page).getByLabel('Role').selectOption('admin')
    await submit(page).click()
    const question = page.getByRole('alertdialog', { name: `Make ${dana.name} an admin?` })
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(question).toHaveCount(0)
    await expect(submit(page)).toBeFocused()
    await expect(dialog(page).getByLabel('Password')).toHaveValue(dana.password)
    expect(calls).toEqual([])

    await submit(page).click()
    await question.getByRole('button', { name: 'Add User' }).click()
    await expectToast(page, 'User created')
    await expect(question).toHaveCount(0)
    await expect(dialog(page)).toBeHidden()
    await expect(page.getByRole('button', { name: 'Add User' })).toBeFocused()
    await expect(rows(page).first()).toContainText('admin')
    expect(calls.map((call) => call.postDataJSON())).toEqual([{ ...dana, role: 'admin' }])
  })

  test('makes them a user unless another role is chosen', async ({ signedIn, backstage }) => {
    const { admin } = await team(backstage)
    const page = await open(await signedIn(admin))
    await openDialog(page)
    await expect(dialog(page).getByLabel('Role')).toHaveValue('user')
  })

  for (const [role, offered] of [
    ['agency_admin', ['user', 'agency_staff', 'agency_admin']],
    ['admin', ['user', 'agency_staff', 'agency_admin', 'admin']],
    ['super_admin', ['user', 'agency_staff', 'agency_admin', 'admin', 'super_admin']],
  ] as const) {
    test(`offers to ${role} the roles up to their own kind`, async ({ signedIn, backstage }) => {
      const page = await open(await signedIn(await backstage.newPerson(role, await backstage.newAgency())))
      await openDialog(page)
      await expect(dialog(page).getByLabel('Role').getByRole('option')).toHaveText([...offered])
    })
  }

  for (const [what, person] of [
    ['an email', { email: '  ', name: 'Dana', password: 'long enough' }],
    ['a name', { email: 'dana@north.test', name: '   ', password: 'long enough' }],
    ['a password', { email: 'dana@north.test', name: 'Dana', password: '       ' }],
    ['everything before it asks for a longer password', { email: '', name: '', password: '123' }],
  ] as const) {
    test(`asks for ${what}`, async ({ signedIn, backstage }) => {
      const { admin } = await team(backstage)
      const page = await open(await signedIn(admin))
      const calls = callsTo(page, '/functions/v1/create-user')
      await openDialog(page)
      await fill(page, person)
      await submit(page).click()
      await expectDestructiveToast(
        page,
        'Missing required fields',
        'Email, Name, and Password are required to create a user.',
      )
      await expect(dialog(page)).toBeVisible()
      expect(calls).toEqual([])
    })
  }

  test('asks for a password of six characters', async ({ signedIn, backstage }) => {
    const { admin } = await team(backstage)
    const page = await open(await signedIn(admin))
    const calls = callsTo(page, '/functions/v1/create-user')
    await openDialog(page)
    await fill(page, { ...newcomer(), password: '12345' })
    await submit(page).click()
    await expectDestructiveToast(page, 'Password too short', 'Password must be at least 6 characters long.')
    expect(calls).toEqual([])
  })

  test('fails with the message of the function, and keeps what was typed', async ({
    signedIn,
    backstage,
    troubles,
  }) => {
    troubles.expectTrouble('422 POST /functions/v1/create-user')
    const { admin } = await team(backstage)
    const page = await open(await signedIn(admin))
    await openDialog(page)
    await fill(page, { ...newcomer(), name: 'Ben Twice', email: ben.email })
    await submit(page).click()
    await expectDestructiveToast(page, 'Creation failed', 'A user with this email address has already been registered')
    await expect(dialog(page).getByLabel('Name')).toHaveValue('Ben Twice')
    await expect(submit(page)).toBeEnabled()
  })

  test('fails with the default message where there is no answer', async ({ signedIn, backstage, troubles }) => {
    troubles.expectTrouble('failed POST /functions/v1/create-user')
    const { admin } = await team(backstage)
    const page = await open(await signedIn(admin))
    await force(page, '/functions/v1/create-user', 'POST', 'none')
    await openDialog(page)
    await fill(page, newcomer())
    await submit(page).click()
    await expectDestructiveToast(page, 'Creation failed', 'Failed to create user. Please try again.')
  })

  test('adds who may create users when they are no longer allowed to', async ({ signedIn, backstage, troubles }) => {
    troubles.expectTrouble('403 POST /functions/v1/create-user')
    const { admin } = await team(backstage)
    const page = await open(await signedIn(admin))
    const userId = await backstage.idOf(admin)
    await (await backstage.as(sol))
      .from('user_roles')
      .delete()
      .match({ user_id: userId, role: 'agency_admin' })
      .throwOnError()
    await openDialog(page)
    await fill(page, newcomer())
    await submit(page).click()
    await expectDestructiveToast(
      page,
      'Creation failed',
      'You are not allowed to create users. You need admin or agency_admin privileges to create users.',
    )
  })

  for (const message of ['Forbidden', 'permission denied for table user_roles', 'Invalid JWT']) {
    test(`adds the same to "${message}"`, async ({ signedIn, backstage, troubles }) => {
      troubles.expectTrouble('403 POST /functions/v1/create-user')
      const { admin } = await team(backstage)
      const page = await open(await signedIn(admin))
      await force(page, '/functions/v1/create-user', 'POST', { status: 403, json: { error: message } })
      await openDialog(page)
      await fill(page, newcomer())
      await submit(page).click()
      await expectDestructiveToast(
        page,
        'Creation failed',
        `${message} You need admin or agency_admin privileges to create users.`,
      )
    })
  }

  test('makes one user of a double click', async ({ signedIn, backstage }) => {
    const { admin } = await team(backstage)
    const page = await open(await signedIn(admin))
    const calls = callsTo(page, '/functions/v1/create-user')
    await openDialog(page)
    await fill(page, newcomer())
    await submit(page).dblclick()
    await expectToast(page, 'User created')
    await expect(heading(page, 2)).toBeVisible()
    expect(calls.filter((call) => call.method() === 'POST')).toHaveLength(1)
  })

  test('keeps what was typed through Escape and a reload, until Cancel, but no password anywhere', async ({
    signedIn,
    backstage,
  }) => {
    const { admin } = await team(backstage)
    const page = await open(await signedIn(admin))
    await openDialog(page)
    await fill(page, { ...newcomer(), name: 'Half Done', password: 'never-to-be-kept' })
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toBeHidden()
    await expect(page.getByRole('button', { name: 'Add User' })).toBeFocused()
    await openDialog(page)
    await expect(dialog(page).getByLabel('Name')).toHaveValue('Half Done')
    await expect(dialog(page).getByLabel('Password')).toHaveValue('')
    await expectKeptNowhere(page, 'never-to-be-kept')

    await dialog(page).getByLabel('Password').fill('never-to-be-kept')
    await page.reload()
    await openDialog(page)
    await expect(dialog(page).getByLabel('Name')).toHaveValue('Half Done')
    await expect(dialog(page).getByLabel('Password')).toHaveValue('')
    await expectKeptNowhere(page, 'never-to-be-kept')
    await dialog(page).getByRole('button', { name: 'Cancel' }).click()
    await page.reload()
    await openDialog(page)
    await expect(dialog(page).getByLabel('Name')).toHaveValue('')
  })
})
