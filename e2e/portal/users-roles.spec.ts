import type { Page } from '@playwright/test'
import type { Role } from '../backstage.ts'
import { type Person, sol } from '../people.ts'
import { row } from '../table.ts'
import { expect, expectAccessible, test } from '../test.ts'
import { expectDestructiveToast, expectToast } from '../toasts.ts'
import { callsTo, force } from '../wire.ts'
import { openAt, team } from './users-scene.ts'

test.describe('[users.md#roles] roles', () => {
  const add = (page: Page, { name }: Person) => row(page, name).getByRole('combobox', { name: /^Add role/ })
  const remove = (page: Page, { name }: Person) => row(page, name).getByRole('combobox', { name: /^Remove role/ })
  const badge = (page: Page, { name }: Person, role: Role) =>
    row(page, name).getByRole('cell').nth(1).getByText(role, { exact: true })

  test('are added one at a time, as {user_id, role}', async ({ signedIn, backstage }) => {
    const { others } = await team(backstage, 'user')
    const person = others[0] ?? sol
    const page = await openAt(await signedIn(sol), person)
    await expect(add(page, person).getByRole('option')).toHaveText([
      'Add role',
      'agency_staff',
      'agency_admin',
      'admin',
      'super_admin',
    ])
    const call = page.waitForRequest((request) => request.method() === 'POST' && request.url().includes('/user_roles'))
    await add(page, person).selectOption('agency_staff')
    await expectToast(page, 'Role assigned')
    await expect(badge(page, person, 'agency_staff')).toBeVisible()
    expect((await call).postDataJSON()).toEqual({ user_id: await backstage.idOf(person), role: 'agency_staff' })
    await expect(add(page, person)).toHaveValue('')
    await expect(add(page, person).getByRole('option', { name: 'agency_staff' })).toHaveCount(0)
  })

  for (const [role, title] of [
    ['admin', (name: string) => `Make ${name} an admin?`],
    ['super_admin', (name: string) => `Make ${name} a super admin?`],
  ] as const) {
    test(`are given to make somebody ${role} only after a second question`, async ({ signedIn, backstage }) => {
      const { others } = await team(backstage, 'user')
      const person = others[0] ?? sol
      const page = await openAt(await signedIn(sol), person)
      const question = page.getByRole('alertdialog', { name: title(person.name) })
      const calls = callsTo(page, '/rest/v1/user_roles')
      const given = () => calls.filter((call) => call.method() === 'POST').map((call) => call.postDataJSON())

      // By the keyboard: no is what Enter and Escape say.
      for (const no of ['Enter', 'Escape']) {
        await add(page, person).focus()
        await add(page, person).selectOption(role)
        await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
        await page.keyboard.press(no)
        await expect(question).toHaveCount(0)
        await expect(add(page, person)).toBeFocused()
        await expect(add(page, person)).toHaveValue('')
      }
      expect(given()).toEqual([])
      await expect(badge(page, person, role)).toHaveCount(0)

      await add(page, person).selectOption(role)
      await expectAccessible(page)
      await page.keyboard.press('Tab')
      await expect(question.getByRole('button', { name: 'Assign Role' })).toBeFocused()
      await page.keyboard.press('Enter')
      await expectToast(page, 'Role assigned')
      await expect(question).toHaveCount(0)
      await expect(add(page, person)).toBeFocused()
      await expect(badge(page, person, role)).toBeVisible()
      expect(given()).toEqual([{ user_id: await backstage.idOf(person), role }])
    })
  }

  test('are removed one at a time, by user and role', async ({ signedIn, backstage }) => {
    const { others } = await team(backstage, 'agency_staff')
    const person = others[0] ?? sol
    const page = await openAt(await signedIn(sol), person)
    await expect(remove(page, person).getByRole('option')).toHaveText(['Remove role', 'user', 'agency_staff'])
    const call = page.waitForRequest((request) => request.method() === 'DELETE')
    await remove(page, person).selectOption('agency_staff')
    await expectToast(page, 'Role removed')
    await expect(badge(page, person, 'agency_staff')).toHaveCount(0)
    await expect(badge(page, person, 'user')).toBeVisible()
    const { pathname, searchParams } = new URL((await call).url())
    expect(pathname).toBe('/rest/v1/user_roles')
    expect(searchParams.get('user_id')).toBe(`eq.${await backstage.idOf(person)}`)
    expect(searchParams.get('role')).toBe('eq.agency_staff')
  })

  test('say when adding and when removing failed', async ({ signedIn, backstage, troubles }) => {
    troubles.expectTrouble(/^(500|failed) (POST|DELETE) \/rest\/v1\/user_roles/)
    const { others } = await team(backstage, 'agency_staff')
    const person = others[0] ?? sol
    const page = await openAt(await signedIn(sol), person)
    await force(page, '/rest/v1/user_roles', 'POST', { status: 500, json: { message: 'out of order' } })
    await add(page, person).selectOption('admin')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Assign Role' }).click()
    await expectDestructiveToast(page, 'Error', 'Failed to assign role. Please try again.')
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
    await force(page, '/rest/v1/user_roles', 'DELETE', 'none')
    await remove(page, person).selectOption('agency_staff')
    await expectDestructiveToast(page, 'Error', 'Failed to remove role. Please try again.')
    await expect(badge(page, person, 'agency_staff')).toBeVisible()
  })

  test('say so when somebody else had removed it already', async ({ signedIn, backstage }) => {
    const { others } = await team(backstage, 'agency_staff')
    const person = others[0] ?? sol
    const page = await openAt(await signedIn(sol), person)
    const match = { user_id: await backstage.idOf(person), role: 'agency_staff' }
    await (await backstage.as(sol)).from('user_roles').delete().match(match).throwOnError()
    await remove(page, person).selectOption('agency_staff')
    await expectDestructiveToast(page, 'Error', 'Failed to remove role. Please try again.')
    await expect(badge(page, person, 'agency_staff')).toHaveCount(0)
  })

  test('are not given by an arrow key alone', async ({ signedIn, backstage }) => {
    const { others } = await team(backstage, 'user')
    const person = others[0] ?? sol
    const page = await openAt(await signedIn(sol), person)
    const calls = callsTo(page, '/rest/v1/user_roles')
    await add(page, person).focus()
    const asked = calls.length
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Escape')
    await expect(add(page, person)).toHaveValue('')
    expect(calls).toHaveLength(asked)
  })
})
