import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  expectAccessible,
  expectDestructiveToast,
  expectToast,
  horizontalOverflow,
  phone,
  row,
} from '../../testing/expect.ts'
import { refusal } from '../../testing/fake-backend.ts'
import { ana, ben, north, type Person, sol } from '../../testing/people.ts'
import { openUsers, withPeople } from '../../testing/user-scene.ts'

const bea: Person = { ...ben, id: 'b0000000-0000-4000-8000-000000000007', name: 'Bea Stone', email: 'bea@north.test' }
const abe: Person = {
  ...ben,
  id: 'b0000000-0000-4000-8000-000000000008',
  name: 'Abe Lindqvist',
  roles: ['user', 'admin'],
}

const DEACTIVATE = '/rest/v1/rpc/deactivate_person'
const BRING_BACK = '/rest/v1/rpc/bring_back_person'

const opener = (name: string) => row(name).getByRole('button', { name: `Deactivate ${name}` })
const dialog = page.getByRole('dialog')
const goOn = dialog.getByRole('button', { name: 'Deactivate', exact: true })

function scene(names: readonly string[], ...people: Person[]) {
  const backend = withPeople(...people)
  const projects = names.map((name) => ({ name, assigned_to: ben.id }))
  backend.answer('GET', '/rest/v1/projects', () =>
    Response.json(
      projects.slice(0, 6).map(({ name }) => ({ id: name, name })),
      {
        headers: { 'content-range': `0-5/${names.length}` },
      },
    ),
  )
  backend.answer('POST', DEACTIVATE, () => {
    const gone = backend.table('user_profiles').rows.find(({ id }) => id === ben.id)
    if (gone) gone.deactivated_at = new Date().toISOString()
    return new Response(null, { status: 204 })
  })
  return backend
}

describe('deactivating', () => {
  it('is offered to agency admins for those below their own kind', async () => {
    openUsers(withPeople(ana, ben, abe, sol), ana)
    await expect.element(opener('Ben Carter')).toBeVisible()
    for (const name of ['Ana Reyes', 'Abe Lindqvist', 'Sol Okafor']) expect(opener(name).length).toBe(0)
  })

  it('is offered to super admins for everybody else', async () => {
    openUsers(withPeople(ana, abe, sol))
    await expect.element(opener('Ana Reyes')).toBeVisible()
    await expect.element(opener('Abe Lindqvist')).toBeVisible()
    expect(opener('Sol Okafor').length).toBe(0)
  })

  it('[vault.md#taking-over] counts the shared vault entries that stay without an owner', async () => {
    const backend = scene([], ana, ben)
    backend.answer('GET', '/rest/v1/rpc/leaver', ({ query }) => {
      expect(query).toMatchObject({ person: ben.id, agency: north })
      return Response.json([{ shared: 3 }])
    })
    openUsers(backend, ana)
    await opener('Ben Carter').click()
    await expect
      .element(dialog)
      .toMatchTextContent('3 shared vault entries stay without an owner, until an admin takes')
  })

  it('tells an agency admin which projects stay assigned', async () => {
    const backend = scene(['Harbor Bakery', 'Menu'], ana, ben)
    openUsers(backend, ana)
    await opener('Ben Carter').click()
    await expect.element(dialog.getByRole('heading', { name: 'Deactivate Ben Carter?' })).toBeVisible()
    await expect.element(dialog.getByText('2 open projects stay assigned to them')).toBeVisible()
    await expect.element(dialog.getByText('A super admin can reassign them.')).toBeVisible()
    expect(dialog.getByRole('combobox').length).toBe(0)
    await expectAccessible()
    await goOn.click()
    await expectToast('User deactivated', 'They are signed out everywhere.')
    expect(backend.sent('POST', DEACTIVATE)[0]?.body).toEqual({ person: ben.id })
    await expect.element(row('Ben Carter').getByText('Deactivated')).toBeVisible()
    expect(dialog.length).toBe(0)
  })

  it('lets a super admin say who takes the projects over', async () => {
    const names = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'].map((letter) => `Project ${letter}`)
    const backend = scene(names, ben, bea, sol)
    openUsers(backend)
    await opener('Ben Carter').click()
    await expect.element(dialog.getByText('8 open projects stay assigned to them')).toBeVisible()
    await expect.element(dialog.getByText('and 2 more')).toBeVisible()
    await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Reassign them to' }), 'Bea Stone')
    await expect.element(dialog.getByText('8 open projects go to someone else')).toBeVisible()
    await goOn.click()
    await expectToast('User deactivated')
    expect(backend.sent('POST', DEACTIVATE)[0]?.body).toEqual({ person: ben.id, reassign_to: bea.id })
  })

  it('[users.md#deactivating] counts the open steps that nobody will have', async () => {
    const backend = scene([], ana, ben)
    const steps = [{ is_done: false }, { is_done: false }, { is_done: true }]
    for (const step of steps) backend.table('project_steps').insert({ assigned_to: ben.id, ...step })
    openUsers(backend, ana)
    await opener('Ben Carter').click()
    await expect.element(dialog.getByText('2 open steps will be assigned to nobody')).toBeVisible()
    await expectAccessible()
  })

  it('[users.md#deactivating] counts the clients that they look after, and hands them over', async () => {
    const backend = scene([], ana, ben, bea)
    for (const looked_after_by of [ben.id, ben.id, ana.id]) backend.table('clients').insert({ looked_after_by })
    openUsers(backend, ana)
    await opener('Ben Carter').click()
    await expect.element(dialog.getByText('2 clients stay looked after by them')).toBeVisible()
    await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Reassign them to' }), 'Bea Stone')
    await expect.element(dialog.getByText('2 clients will be looked after by someone else')).toBeVisible()
    await goOn.click()
    await expectToast('User deactivated')
    expect(backend.sent('POST', DEACTIVATE)[0]?.body).toEqual({ person: ben.id, reassign_to: bea.id })
  })

  it('says why it did not work, and keeps the dialog', async () => {
    const backend = scene([], ana, ben)
    const words = 'Only a super admin may do that to somebody of your own kind or above.'
    backend.answer('POST', DEACTIVATE, () => refusal(words, { status: 403, code: '42501' }))
    openUsers(backend, ana)
    await opener('Ben Carter').click()
    await expect.element(dialog.getByText('No open project is assigned to them.')).toBeVisible()
    await goOn.click()
    await expectDestructiveToast('User not deactivated', words)
    await expect.element(goOn).toBeEnabled()
  })

  it('does nothing when it is left by the keyboard, and gives the focus back', async () => {
    const backend = scene([], ana, ben)
    openUsers(backend, ana)
    await opener('Ben Carter').click()
    await expect.element(goOn).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(opener('Ben Carter')).toHaveFocus()
    expect(backend.sent('POST', DEACTIVATE)).toEqual([])
  })

  it('[vault.md#the-leavers-list] leads to the passwords that they may know, where they have an agency', async () => {
    const portal = openUsers(scene([], ben, { ...bea, agency_id: null }, sol))
    const leaversList = dialog.getByRole('link', { name: "leaver's list" })
    await opener('Bea Stone').click()
    await expect.element(dialog.getByText('No open project is assigned to them.')).toBeVisible()
    expect(leaversList.length).toBe(0)
    await userEvent.keyboard('{Escape}')
    await opener('Ben Carter').click()
    await leaversList.click()
    await expect.poll(() => portal.location).toBe(`/dashboard/users/${ben.id}/leaver?agency=${north}`)
  })

  it('fits a phone', async () => {
    openUsers(scene(['Harbor Bakery'], ben, sol))
    await opener('Ben Carter').click()
    await page.viewport(...phone)
    await expect.element(goOn).toBeVisible()
    expect(horizontalOverflow()).toBe(0)
    await expectAccessible()
  })
})

it('brings somebody back by a click', async () => {
  const backend = withPeople(ana, ben)
  const profile = backend.table('user_profiles').rows.find(({ id }) => id === ben.id)
  if (profile) profile.deactivated_at = '2026-11-01T12:00:00+00:00'
  backend.answer('POST', BRING_BACK, () => {
    if (profile) profile.deactivated_at = null
    return new Response(null, { status: 204 })
  })
  openUsers(backend, ana)
  await expect.element(row('Ben Carter').getByText('Deactivated')).toBeVisible()
  await row('Ben Carter').getByRole('button', { name: 'Bring Back Ben Carter' }).click()
  await expectToast('User brought back', 'They can sign in again with their old password.')
  expect(backend.sent('POST', BRING_BACK)[0]?.body).toEqual({ person: ben.id })
  await expect.element(opener('Ben Carter')).toBeVisible()
})
