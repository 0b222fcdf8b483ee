import type { Page } from '@playwright/test'
import type { Role } from '../backstage.ts'
import { type Person, sol } from '../people.ts'
import { row } from '../table.ts'
import { expect, test } from '../test.ts'
import { expectToast } from '../toasts.ts'
import { openAt, team } from './users-scene.ts'

test.describe('[users.md#roles] roles', () => {
  const add = (page: Page, { name }: Person) => row(page, name).getByRole('combobox', { name: /^Add role/ })
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
})
