import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible, expectDestructiveToast, expectTexts, expectToast, phone, row } from '../../testing/expect.ts'
import { type Call, type FakeBackend, noAnswer } from '../../testing/fake-backend.ts'
import { ana, north, type Person, sol, south } from '../../testing/people.ts'
import { browserContents, openUsers, title, withPeople } from '../../testing/user-scene.ts'
import type { Role } from '../me/role.ts'

const CREATE = '/functions/v1/create-user'
const dana = { email: 'dana@north.test', name: 'Dana New', password: 'first-secret-1' }
const admin: Person = { ...ana, roles: ['user', 'admin'] }

async function openDialog(as: Person = ana) {
  const portal = openUsers(withPeople(as), as)
  await expect.element(title(1)).toBeVisible()
  await reopen()
  return portal
}

async function reopen() {
  await opener().click()
  await expect.element(dialog()).toBeVisible()
}

/** Makes the backend's function create-user add the person. */
function createsUsers(backend: FakeBackend) {
  backend.answer('POST', CREATE, ({ body }: Call) => {
    const [added] = backend.table('user_profiles').insert({ display_name: dana.name })
    const role = body && typeof body === 'object' && 'role' in body ? body.role : 'user'
    backend.table('user_roles').insert({ user_id: added?.id, role })
    return Response.json({ success: true })
  })
}

async function fill({ email, name, password } = dana) {
  await field('Email').fill(email)
  await field('Name').fill(name)
  await field('Password').fill(password)
}

const opener = () => page.getByRole('button', { name: 'Add User' })
const dialog = () => page.getByRole('dialog', { name: 'Add User' })
const field = (label: string) => dialog().getByLabelText(label)
const submit = () => dialog().getByRole('button', { name: 'Add User' })

it('sends email, name, password and role, says so, and shows them', async () => {
  const { backend } = await openDialog()
  createsUsers(backend)
  await expect.element(field('Role')).toHaveValue('user')
  await fill({ ...dana, name: '  Dana New ' })
  await field('Role').selectOptions('agency_staff')
  await submit().dblClick()
  await expectToast('User created')
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.element(opener()).toHaveFocus()
  await expect.element(title(2)).toBeVisible()
  await expect.element(row('Dana New')).toMatchTextContent('agency_staff')
  expect(backend.sent('POST', CREATE).map(({ body }) => body)).toEqual([{ ...dana, role: 'agency_staff' }])
})

it('asks once more before it makes an admin, and keeps what was typed when the answer is no', async () => {
  const { backend } = await openDialog(admin)
  createsUsers(backend)
  await fill()
  await field('Role').selectOptions('admin')
  await submit().click()
  const question = page.getByRole('alertdialog', { name: 'Make Dana New an admin?' })
  await expect.element(question.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(submit()).toHaveFocus()
  await expect.element(field('Password')).toHaveValue(dana.password)
  expect(backend.sent('POST', CREATE)).toEqual([])

  await submit().click()
  await question.getByRole('button', { name: 'Add User' }).click()
  await expectToast('User created')
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.element(opener()).toHaveFocus()
  await expect.element(row('Dana New')).toMatchTextContent('admin')
  expect(backend.sent('POST', CREATE).map(({ body }) => body)).toEqual([{ ...dana, role: 'admin' }])
})

it.each<[Role, Role[]]>([
  ['agency_admin', ['user', 'agency_staff', 'agency_admin']],
  ['admin', ['user', 'agency_staff', 'agency_admin', 'admin']],
  ['super_admin', ['user', 'agency_staff', 'agency_admin', 'admin', 'super_admin']],
])('offers to %s the roles up to their own kind', async (role, offered) => {
  await openDialog({ ...ana, roles: [role] })
  await expectTexts(field('Role').getByRole('option'), offered)
})

it.each([
  ['an email', { email: '  ', name: 'Dana', password: 'long enough' }],
  ['a name', { email: 'dana@north.test', name: '   ', password: 'long enough' }],
  ['a password', { email: 'dana@north.test', name: 'Dana', password: '       ' }],
  ['everything before it asks for a longer password', { email: '', name: '', password: '123' }],
])('asks for %s', async (_what, typed) => {
  const { backend } = await openDialog()
  await fill(typed)
  await submit().click()
  const required = 'Email, Name, and Password are required to create a user.'
  await expectDestructiveToast('Missing required fields', required)
  await expect.element(dialog()).toBeVisible()
  expect(backend.sent('POST', CREATE)).toEqual([])
})

it('asks for a password of six characters', async () => {
  const { backend } = await openDialog()
  await fill({ ...dana, password: '12345' })
  await submit().click()
  await expectDestructiveToast('Password too short', 'Password must be at least 6 characters long.')
  expect(backend.sent('POST', CREATE)).toEqual([])
})

it.each([
  ['the message of the function', () => Response.json({ error: 'Already here' }, { status: 422 }), 'Already here'],
  ['its own where there is no answer', noAnswer, 'Failed to create user. Please try again.'],
  ...['Forbidden', 'permission denied for table user_roles', 'Invalid JWT'].map(
    (error): [string, () => Response, string] => [
      ...([`who may create users after "${error}"`, () => Response.json({ error }, { status: 403 })] as const),
      `${error} You need admin or agency_admin privileges to create users.`,
    ],
  ),
])('fails with %s, and keeps what was typed', async (_what, answer, said) => {
  const { backend } = await openDialog()
  backend.answer('POST', CREATE, answer)
  await fill()
  await submit().click()
  await expectDestructiveToast('Creation failed', said)
  await expect.element(field('Name')).toHaveValue('Dana New')
  await expect.element(submit()).toBeEnabled()
})

it('keeps what was typed through Escape and a reload, until Cancel, but no password anywhere', async () => {
  const secret = 'never-to-be-kept'
  const portal = await openDialog()
  await fill({ ...dana, name: 'Half Done', password: secret })
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.element(opener()).toHaveFocus()
  await reopen()
  await expect.element(field('Name')).toHaveValue('Half Done')
  await expect.element(field('Password')).toHaveValue('')
  expect(browserContents()).not.toContain(secret)

  await field('Password').fill(secret)
  portal.reload()
  await reopen()
  await expect.element(field('Name')).toHaveValue('Half Done')
  await expect.element(field('Password')).toHaveValue('')
  expect(browserContents()).not.toContain(secret)
  await dialog().getByRole('button', { name: 'Cancel' }).click()
  portal.reload()
  await reopen()
  await expect.element(field('Name')).toHaveValue('')
})

it.each<[string, typeof phone]>([
  ['a phone', phone],
  ['a desktop', [1280, 800]],
])('is accessible on %s, also with what is wrong', async (_device, size) => {
  await page.viewport(...size)
  await openDialog(sol)
  await submit().click()
  await expectDestructiveToast('Missing required fields')
  await expectAccessible()
})

it('says in a line what each role may do', async () => {
  await openDialog()
  const role = field('Role')
  await expect.element(role).toHaveValue('user')
  await expect.element(role).toHaveAccessibleDescription('Signs in, and sees nothing but their own profile.')
  await role.selectOptions('agency_staff')
  await expect.element(role).toHaveAccessibleDescription(/^Works with the clients/)
})

it('asks super admins for the agency, where there are several', async () => {
  const backend = withPeople(sol)
  backend.table('agencies').insert([
    { id: north, name: 'North' },
    { id: south, name: 'South' },
  ])
  createsUsers(backend)
  openUsers(backend)
  await expect.element(title(1)).toBeVisible()
  const bodies = () => backend.sent('POST', CREATE).map(({ body }) => body)
  for (const agency of ['North', 'South']) {
    await reopen()
    await expect.element(field('Agency')).toHaveValue(north)
    await fill()
    await field('Agency').selectOptions(agency)
    await submit().click()
    await expect.element(dialog()).not.toBeInTheDocument()
  }
  expect(bodies()).toEqual([
    { ...dana, role: 'user' },
    { ...dana, role: 'user', agencyId: south },
  ])
})
