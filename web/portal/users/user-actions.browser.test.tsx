import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible, expectDestructiveToast, expectTexts, expectToast, row } from '../../testing/expect.ts'
import { noAnswer, refusal } from '../../testing/fake-backend.ts'
import { ben, sol } from '../../testing/people.ts'
import { openUsers, ROLES, title, withPeople } from '../../testing/user-scene.ts'
import type { Role } from '../me/role.ts'

async function open(...roles: Role[]) {
  const { backend } = openUsers(withPeople(sol, { ...ben, roles }))
  await expect.element(title(2)).toBeVisible()
  return backend
}

const add = () => row('Ben Carter').getByRole('combobox', { name: 'Add role to Ben Carter' })
const remove = () => row('Ben Carter').getByRole('combobox', { name: 'Remove role from Ben Carter' })
const badge = (role: Role) => row('Ben Carter').getByRole('cell').nth(1).getByText(role)
const question = () => page.getByRole('alertdialog')

it('[users.md#roles] adds roles one at a time, as {user_id, role}', async () => {
  const backend = await open('user')
  await expectTexts(add().getByRole('option'), ['Add role', 'agency_staff', 'agency_admin', 'admin', 'super_admin'])
  await add().selectOptions('agency_staff')
  await expectToast('Role assigned')
  await expect.element(badge('agency_staff')).toBeVisible()
  expect(backend.sent('POST', ROLES).map(({ body }) => body)).toEqual([{ user_id: ben.id, role: 'agency_staff' }])
  await expect.element(add()).toHaveValue('')
  await expectTexts(add().getByRole('option'), ['Add role', 'agency_admin', 'admin', 'super_admin'])
})

it.each<[Role, string]>([
  ['agency_admin', 'Make Ben Carter an agency admin?'],
  ['admin', 'Make Ben Carter an admin?'],
  ['super_admin', 'Make Ben Carter a super admin?'],
])('makes somebody %s only after a second question, and by the keyboard alone', async (role, asked) => {
  const backend = await open('user')
  const titled = page.getByRole('alertdialog', { name: asked })
  // Enter and Escape both cancel the dialog.
  for (const no of ['{Enter}', '{Escape}']) {
    add().element().focus()
    await add().selectOptions(role)
    await expect.element(titled.getByRole('button', { name: 'Cancel' })).toHaveFocus()
    await userEvent.keyboard(no)
    await expect.element(titled).not.toBeInTheDocument()
    await expect.element(add()).toHaveFocus()
    await expect.element(add()).toHaveValue('')
  }
  expect(backend.sent('POST', ROLES)).toEqual([])
  expect(badge(role).length).toBe(0)

  await add().selectOptions(role)
  await expect.element(titled).toBeVisible()
  await expectAccessible()
  await userEvent.keyboard('{Tab}')
  await expect.element(titled.getByRole('button', { name: 'Assign Role' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expectToast('Role assigned')
  await expect.element(titled).not.toBeInTheDocument()
  await expect.element(add()).toHaveFocus()
  await expect.element(badge(role)).toBeVisible()
  expect(backend.sent('POST', ROLES).map(({ body }) => body)).toEqual([{ user_id: ben.id, role }])
})

it('removes roles one at a time, by user and role', async () => {
  const backend = await open('user', 'agency_staff')
  await expectTexts(remove().getByRole('option'), ['Remove role', 'user', 'agency_staff'])
  await remove().selectOptions('agency_staff')
  await expectToast('Role removed')
  await expect.element(badge('agency_staff')).not.toBeInTheDocument()
  await expect.element(badge('user')).toBeVisible()
  expect(backend.sent('DELETE', ROLES).map(({ query }) => query)).toEqual([
    { user_id: `eq.${ben.id}`, role: 'eq.agency_staff' },
  ])
})

it('says when adding and when removing failed', async () => {
  const backend = await open('user', 'agency_staff')
  backend.answer('POST', ROLES, () => refusal('out of order'))
  await add().selectOptions('admin')
  await question().getByRole('button', { name: 'Assign Role' }).click()
  await expectDestructiveToast('Error', 'Failed to assign role. Please try again.')
  await expect.element(question()).not.toBeInTheDocument()
  backend.answer('DELETE', ROLES, noAnswer)
  await remove().selectOptions('agency_staff')
  await expectDestructiveToast('Error', 'Failed to remove role. Please try again.')
  await expect.element(badge('agency_staff')).toBeVisible()
})

it('says so when somebody else had removed a role already', async () => {
  const backend = await open('user', 'agency_staff')
  backend.table('user_roles').delete(new URLSearchParams({ user_id: `eq.${ben.id}`, role: 'eq.agency_staff' }))
  await remove().selectOptions('agency_staff')
  await expectDestructiveToast('Error', 'Failed to remove role. Please try again.')
  await expect.element(badge('agency_staff')).not.toBeInTheDocument()
})

it('gives no role by an arrow key alone', async () => {
  const backend = await open('user')
  add().element().focus()
  await userEvent.keyboard('{ArrowDown}{Escape}')
  await expect.element(add()).toHaveValue('')
  expect(backend.sent('POST', ROLES)).toEqual([])
})
