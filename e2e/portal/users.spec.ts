import type { Page } from '@playwright/test'
import type { Agency, Backstage, Role } from '../backstage.ts'
import { gate } from '../gate.ts'
import { ana, ben, newcomer, type Person, sol, uma, unique } from '../people.ts'
import { row, rows } from '../table.ts'
import { expect, expectAccessible, phone, test } from '../test.ts'
import { expectDestructiveToast, expectToast } from '../toasts.ts'
import { callsTo, force } from '../wire.ts'

const search = (page: Page) => page.getByRole('searchbox')
const roleFilter = (page: Page) => page.getByRole('combobox', { name: 'Filter by role' })
const heading = (page: Page, count: number) => page.getByRole('heading', { name: `Users (${count})`, exact: true })

async function open(page: Page, query = ''): Promise<Page> {
  await page.goto(`/dashboard/users${query}`)
  await expect(page.getByRole('heading', { level: 1, name: 'User Management' })).toBeVisible()
  return page
}

/** The list of a super admin, narrowed to one person, who is there for this test alone. */
async function openAt(page: Page, person: Person): Promise<Page> {
  await open(page, `?search=${encodeURIComponent(person.name)}`)
  await expect(row(page, person.name)).toBeVisible()
  return page
}

/** An admin of an agency of their own, and their colleagues: the newest last. */
async function team(
  backstage: Backstage,
  ...roles: Role[]
): Promise<{ admin: Person; agency: Agency; others: Person[] }> {
  const agency = await backstage.newAgency()
  const admin = await backstage.newPerson('agency_admin', agency)
  const others: Person[] = []
  for (const role of roles) others.push(await backstage.newPerson(role, agency))
  return { admin, agency, others }
}

test.describe('[2§2 2§3] the table of users', () => {
  test('shows each with name, id, roles and the day they joined, newest first', async ({ signedIn, backstage }) => {
    const { admin, others } = await team(backstage, 'user', 'agency_staff')
    const page = await open(await signedIn(admin))
    await expect(page).toHaveTitle('User Management | Dashboard')
    await expect(heading(page, 3)).toBeVisible()
    await expect(page.getByRole('columnheader')).toHaveText(['User', 'Roles', 'Joined', 'Actions'])
    const [first, second] = others
    await expect(rows(page).nth(0)).toContainText(second?.name ?? 'nobody')
    await expect(rows(page).nth(1)).toContainText(first?.name ?? 'nobody')
    await expect(rows(page).nth(2)).toContainText(admin.name)

    const me = row(page, admin.name)
    await expect(me).toContainText(await backstage.idOf(admin))
    await expect(me.getByText('agency_admin', { exact: true })).toBeVisible()
    await expect(me.getByText('user', { exact: true })).toBeVisible()
    await expect(me.getByRole('time')).toHaveText(/^[A-Z][a-z]{2} \d{1,2}, \d{4}$/)
  })

  test('gives every role its colour', async ({ signedIn, backstage }) => {
    const { agency } = await team(backstage)
    const person = await backstage.newPerson('user', agency)
    const admin = await backstage.as(sol)
    const userId = await backstage.idOf(person)
    for (const role of ['agency_staff', 'agency_admin', 'admin', 'super_admin']) {
      await admin.from('user_roles').insert({ user_id: userId, role }).throwOnError()
    }
    const page = await openAt(await signedIn(sol), person)
    for (const [role, colour] of [
      ['user', 'slate'],
      ['agency_staff', 'info'],
      ['agency_admin', 'purple'],
      ['admin', 'orange'],
      ['super_admin', 'danger'],
    ] as const) {
      const badge = row(page, person.name).locator('span').getByText(role, { exact: true })
      await expect(badge).toHaveClass(new RegExp(`\\btext-${colour}`))
    }
  })

  test('calls somebody without a name Unknown User', async ({ signedIn, backstage }) => {
    const { admin, others } = await team(backstage, 'agency_staff')
    const nameless = others[0] ?? admin
    const client = await backstage.as(nameless)
    const id = await backstage.idOf(nameless)
    await client.from('user_profiles').update({ display_name: null }).eq('id', id).throwOnError()
    const page = await open(await signedIn(admin))
    await expect(rows(page).filter({ hasText: id })).toContainText('Unknown User')
  })

  test('shows the picture of somebody who has one, and initials where it does not load', async ({
    signedIn,
    backstage,
    troubles,
  }) => {
    troubles.expectTrouble('failed GET /gone.png')
    const { admin, others } = await team(backstage, 'agency_staff')
    const id = await backstage.idOf(admin)
    const client = await backstage.as(admin)
    const hang = (avatar_url: string) => client.from('user_profiles').update({ avatar_url }).eq('id', id).throwOnError()
    await hang('https://pictures.test/me.png')
    const page = await open(await signedIn(admin))
    await expect(row(page, admin.name).locator('img')).toHaveAttribute('src', 'https://pictures.test/me.png')
    await expect(row(page, others[0]?.name ?? '').locator('img')).toHaveCount(0)
    await expect(row(page, others[0]?.name ?? '').getByText(/^N[A-Z0-9]$/)).toBeVisible()

    await page.route('https://pictures.test/gone.png', (route) => route.abort('internetdisconnected'))
    await hang('https://pictures.test/gone.png')
    await page.reload()
    await expect(row(page, admin.name).getByText(/^N[A-Z0-9]$/)).toBeVisible()
  })

  test('holds the places of the rows while it is loading', async ({ signedIn, backstage }) => {
    const { admin } = await team(backstage)
    const page = await signedIn(admin)
    const slow = await gate(page, /\/rest\/v1\/user_profiles\?.*order=/)
    await open(page)
    await expect(rows(page)).toHaveCount(8)
    await expect(page.getByText('No users found.')).toHaveCount(0)
    slow.open()
    await expect(heading(page, 1)).toBeVisible()
  })

  test('says so when it cannot be loaded, and can be asked again', async ({ signedIn, backstage, troubles }) => {
    troubles.expectTrouble(/^500 GET \/rest\/v1\/user_roles\?.*in\./)
    const { admin } = await team(backstage)
    const page = await signedIn(admin)
    const refuse = /\/rest\/v1\/user_roles\?.*user_id=in/
    await page.route(refuse, (route) => route.fulfill({ status: 500, json: { message: 'out of order' } }))
    await open(page)
    await expect(page.getByText('The users could not be loaded.', { exact: true })).toBeVisible()
    await page.unroute(refuse)
    await page.getByRole('button', { name: 'Try Again' }).click()
    await expect(row(page, admin.name)).toBeVisible()
  })

  test('pages through the server, and reaches everybody', async ({ signedIn, backstage }) => {
    test.slow()
    const { admin, agency } = await team(backstage)
    const created = Array.from({ length: 52 }, () => backstage.newPerson('user', agency))
    const everybody = [admin, ...(await Promise.all(created))].map(({ name }) => name)
    const page = await open(await signedIn(admin))
    await expect(heading(page, 53)).toBeVisible()
    await expect(rows(page)).toHaveCount(50)
    const seen = await rows(page).locator('p.font-medium').allTextContents()
    await page.getByRole('link', { name: 'Next', exact: true }).click()
    await expect(rows(page)).toHaveCount(3)
    seen.push(...(await rows(page).locator('p.font-medium').allTextContents()))
    expect(seen.toSorted()).toEqual(everybody.toSorted())
  })

  test('becomes cards on a phone', async ({ signedIn, backstage }) => {
    const { others } = await team(backstage, 'agency_staff')
    const person = others[0] ?? sol
    const page = await openAt(await signedIn(sol, { viewport: phone }), person)
    await expect(row(page, person.name).getByRole('combobox')).toHaveCount(2)
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(wide).toBeLessThanOrEqual(0)
  })
})

test.describe('[2§2] search and role filter', () => {
  test('find by name and by id, whatever the case, in the database', async ({ signedIn, backstage }) => {
    const { admin, others } = await team(backstage, 'agency_staff', 'user')
    const person = others[0] ?? admin
    const page = await open(await signedIn(admin))
    await expect(heading(page, 3)).toBeVisible()
    const id = await backstage.idOf(person)
    for (const typed of [person.name.toUpperCase(), id, id.slice(0, 13)]) {
      await search(page).fill(typed)
      await expect(heading(page, 1), typed).toBeVisible()
      await expect(row(page, person.name), typed).toBeVisible()
    }
    await search(page).fill('100%_nobody')
    await expect(page.getByText('No users found.', { exact: true })).toBeVisible()
    await search(page).fill('')
    await expect(heading(page, 3)).toBeVisible()
  })

  test('offers all roles and each role, and shows who holds it, with all their roles', async ({
    signedIn,
    backstage,
  }) => {
    const { admin, others } = await team(backstage, 'agency_staff', 'user')
    const staff = others[0] ?? admin
    const page = await open(await signedIn(admin))
    await expect(roleFilter(page).getByRole('option')).toHaveText([
      'All roles',
      'user',
      'agency_staff',
      'agency_admin',
      'admin',
      'super_admin',
    ])
    await roleFilter(page).selectOption('agency_staff')
    await expect(heading(page, 1)).toBeVisible()
    await expect(row(page, staff.name).getByText('user', { exact: true })).toBeVisible()
    await expect(page).toHaveURL('/dashboard/users?role=agency_staff')
    await page.reload()
    await expect(heading(page, 1)).toBeVisible()
    await roleFilter(page).selectOption('admin')
    await expect(page.getByText('No users found.', { exact: true })).toBeVisible()
    await roleFilter(page).selectOption('All roles')
    await expect(heading(page, 3)).toBeVisible()
  })

  test('narrow together', async ({ signedIn, backstage }) => {
    const { admin, others } = await team(backstage, 'agency_staff', 'agency_staff')
    const page = await open(await signedIn(admin))
    await roleFilter(page).selectOption('agency_staff')
    await expect(heading(page, 2)).toBeVisible()
    await search(page).fill(others[1]?.name ?? '')
    await expect(heading(page, 1)).toBeVisible()
  })
})

test('[2§7] the list asks for the profiles newest first, then for the roles of those ids', async ({
  signedIn,
  backstage,
}) => {
  const { admin, others } = await team(backstage, 'agency_staff')
  const page = await signedIn(admin)
  const profiles = callsTo(page, '/rest/v1/user_profiles')
  const roles = callsTo(page, '/rest/v1/user_roles')
  await open(page)
  await expect(heading(page, 2)).toBeVisible()
  const list = profiles.find((call) => call.url().includes('order='))
  expect(list?.method()).toBe('GET')
  expect(new URL(list?.url() ?? '').searchParams.get('order')).toBe('created_at.desc,id.asc')
  const held = roles.find((call) => call.url().includes('user_id=in'))
  expect(held?.method()).toBe('GET')
  const asked = new URL(held?.url() ?? '').searchParams
  expect(asked.get('select')).toBe('user_id,role')
  const ids = await Promise.all([...others, admin].map((person) => backstage.idOf(person)))
  expect(asked.get('user_id')).toBe(`in.(${ids.join(',')})`)
})

test.describe('[2§2 2§6] who sees it', () => {
  for (const [person, role] of [
    [uma, 'user'],
    [ben, 'agency_staff'],
  ] as const) {
    test(`not ${role}`, async ({ signedIn }) => {
      const page = await signedIn(person)
      await page.goto('/dashboard/users')
      await expect(page.getByRole('main')).toContainText(
        "Access Denied — You don't have permission to view user management.",
      )
      await expect(page.getByRole('button', { name: 'Add User' })).toHaveCount(0)
      await expect(page.getByRole('table')).toHaveCount(0)
    })
  }

  test('an agency admin sees it, but changes no roles and no passwords', async ({ signedIn }) => {
    const page = await open(await signedIn(ana))
    await expect(row(page, ben.name)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Add User' })).toBeVisible()
    await expect(page.getByRole('button', { name: /Reset Password/ })).toHaveCount(0)
    await expect(rows(page).getByRole('combobox')).toHaveCount(0)
  })

  test('a super admin sees no controls beside themselves', async ({ signedIn }) => {
    const page = await openAt(await signedIn(sol), sol)
    await expect(row(page, sol.name).getByRole('combobox')).toHaveCount(0)
    await expect(row(page, sol.name).getByRole('button')).toHaveCount(0)
  })
})

test.describe('[2§2 2§5 2§8] adding a user', () => {
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

test.describe('[2§2 2§6 2§7 2§8] roles', () => {
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
    await expectDestructiveToast(page, 'Error', 'Failed to assign role. Please try again.')
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

test.describe('[2§2 2§5 2§8 2§9] resetting a password', () => {
  const dialog = (page: Page) => page.getByRole('dialog', { name: 'Reset Password' })
  const password = (page: Page) => dialog(page).getByLabel('New Password', { exact: true })
  const confirmation = (page: Page) => dialog(page).getByLabel('Confirm New Password')
  const submit = (page: Page) => dialog(page).getByRole('button', { name: 'Reset Password', exact: true })
  const question = (page: Page) => page.getByRole('alertdialog')
  const opener = (page: Page, { name }: Person) => row(page, name).getByRole('button', { name: /Reset Password/ })

  async function openDialog(page: Page, person: Person) {
    await opener(page, person).click()
    await expect(dialog(page)).toContainText(person.name)
  }

  async function ready(signedIn: (person: Person) => Promise<Page>, backstage: Backstage) {
    const { others } = await team(backstage, 'agency_staff')
    const person = others[0] ?? uma
    const page = await openAt(await signedIn(sol), person)
    await openDialog(page, person)
    return { page, person }
  }

  test('sends userId and newPassword after a second question, and they sign in with it', async ({
    signedIn,
    backstage,
  }) => {
    const { page, person } = await ready(signedIn, backstage)
    const calls = callsTo(page, '/functions/v1/reset-user-password')
    const userId = await backstage.idOf(person)
    await password(page).fill('second-secret-2')
    await confirmation(page).fill('second-secret-2')
    await submit(page).click()
    await expect(
      question(page).getByText('This action cannot be undone and will immediately change their password.', {
        exact: true,
      }),
    ).toBeVisible()
    expect(calls).toEqual([])
    await question(page).getByRole('button', { name: 'Reset Password' }).click()
    await expectToast(page, 'Password reset successful')
    await expect(dialog(page)).toBeHidden()
    await expect(opener(page, person)).toBeFocused()
    expect(calls.find((call) => call.method() === 'POST')?.postDataJSON()).toEqual({
      userId,
      newPassword: 'second-secret-2',
    })
    expect(page.url()).not.toContain('second-secret-2')
    await expectKeptNowhere(page, 'second-secret-2')
    await backstage.freshSession({ ...person, password: 'second-secret-2' })
  })

  test('Cancel, in the dialog and in the question, changes nothing', async ({ signedIn, backstage }) => {
    const { page, person } = await ready(signedIn, backstage)
    const calls = callsTo(page, '/functions/v1/reset-user-password')
    await password(page).fill('second-secret-2')
    await confirmation(page).fill('second-secret-2')
    await submit(page).click()
    await question(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(question(page)).toBeHidden()
    await expect(submit(page)).toBeFocused()
    await dialog(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog(page)).toBeHidden()
    await expect(opener(page, person)).toBeFocused()
    expect(calls).toEqual([])
    await openDialog(page, person)
    await expect(password(page)).toHaveValue('')
  })

  for (const [what, typed, again, title, text] of [
    ['a password', '', '', 'Password required', 'Please enter a new password.'],
    ['a password that is not blank', '        ', '        ', 'Password required', 'Please enter a new password.'],
    ['six characters', '12345', '54321', 'Password too short', 'Password must be at least 6 characters long.'],
    [
      'the same password twice',
      '123456',
      '654321',
      'Passwords do not match',
      'Please make sure both password fields match.',
    ],
  ] as const) {
    test(`asks for ${what}`, async ({ signedIn, backstage }) => {
      const { page } = await ready(signedIn, backstage)
      await password(page).fill(typed)
      await confirmation(page).fill(again)
      await submit(page).click()
      await expectDestructiveToast(page, title, text)
      await expect(question(page)).toHaveCount(0)
    })
  }

  test('generates 12 characters of every kind, to read and to copy', async ({ signedIn, backstage }) => {
    const { page } = await ready(signedIn, backstage)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const seen = new Set<string>()
    for (let times = 0; times < 5; times += 1) {
      await dialog(page).getByRole('button', { name: 'Generate Random Password' }).click()
      const generated = await password(page).inputValue()
      expect(generated).toMatch(/^[A-Za-z0-9!@#$%^&*]{12}$/)
      for (const kind of [/[A-Za-z]/, /[0-9]/, /[!@#$%^&*]/]) expect(generated).toMatch(kind)
      await expect(confirmation(page)).toHaveValue(generated)
      await expect(dialog(page).getByText(generated, { exact: true })).toBeVisible()
      seen.add(generated)
    }
    expect(seen.size).toBe(5)
    await dialog(page).getByRole('button', { name: 'Copy' }).click()
    await expectToast(page, 'Copied', 'Password copied to clipboard.')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await password(page).inputValue())
    await expect(dialog(page)).toBeVisible()
  })

  test('says when the clipboard refuses the copy', async ({ signedIn, backstage }) => {
    const { page } = await ready(signedIn, backstage)
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('refused'))
    })
    await dialog(page).getByRole('button', { name: 'Generate Random Password' }).click()
    await dialog(page).getByRole('button', { name: 'Copy' }).click()
    await expectDestructiveToast(page, 'Error', 'The password could not be copied. Please copy it by hand.')
  })

  test('fails with the message of the function, or with its own where there is none', async ({
    signedIn,
    backstage,
    troubles,
  }) => {
    troubles.expectTrouble(/^(404|failed) POST \/functions\/v1\/reset-user-password/)
    const { page } = await ready(signedIn, backstage)
    await force(page, '/functions/v1/reset-user-password', 'POST', { status: 404, json: { error: 'User not found' } })
    await password(page).fill('second-secret-2')
    await confirmation(page).fill('second-secret-2')
    await submit(page).click()
    await question(page).getByRole('button', { name: 'Reset Password' }).click()
    await expectDestructiveToast(page, 'Reset failed', 'User not found')
    await expect(password(page)).toHaveValue('second-secret-2')
    await force(page, '/functions/v1/reset-user-password', 'POST', 'none')
    await submit(page).click()
    await question(page).getByRole('button', { name: 'Reset Password' }).click()
    await expectDestructiveToast(page, 'Reset failed', 'Failed to reset password. Please try again.')
  })

  test('resets once for a double click', async ({ signedIn, backstage }) => {
    const { page } = await ready(signedIn, backstage)
    const calls = callsTo(page, '/functions/v1/reset-user-password')
    await dialog(page).getByRole('button', { name: 'Generate Random Password' }).click()
    await submit(page).click()
    await question(page).getByRole('button', { name: 'Reset Password' }).dblclick()
    await expectToast(page, 'Password reset successful')
    expect(calls.filter((call) => call.method() === 'POST')).toHaveLength(1)
  })
})

for (const [device, viewport] of [
  ['phone', phone],
  ['desktop', { width: 1280, height: 800 }],
] as const) {
  test(`[axe] users and their dialogs on a ${device}`, async ({ signedIn, backstage }) => {
    const { others } = await team(backstage, 'agency_staff')
    const person = others[0] ?? uma
    const page = await openAt(await signedIn(sol, { viewport }), person)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Add User' }).click()
    await page.getByRole('dialog').locator('button[type=submit]').click()
    await expectDestructiveToast(page, 'Missing required fields')
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await row(page, person.name).getByRole('button').click()
    await page.getByRole('button', { name: 'Generate Random Password' }).click()
    await expectAccessible(page)
    await page.getByRole('dialog').locator('button[type=submit]').click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await expectAccessible(page)
  })
}

test('[axe] no users found, and access denied', async ({ signedIn }) => {
  const page = await open(await signedIn(sol), `?search=${encodeURIComponent(unique('Nobody'))}`)
  await expect(page.getByText('No users found.', { exact: true })).toBeVisible()
  await expectAccessible(page)
  const refused = await signedIn(uma)
  await refused.goto('/dashboard/users')
  await expect(refused.getByText('Access Denied')).toBeVisible()
  await expectAccessible(refused)
})

/** Neither in the storage of the browser nor in the address. */
async function expectKeptNowhere(page: Page, secret: string) {
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href]))
  expect(kept).not.toContain(secret)
}
