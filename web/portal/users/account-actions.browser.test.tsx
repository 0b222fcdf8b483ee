import { expect, it } from 'vitest'
import { row } from '../../testing/expect.ts'
import { ana, ben, cleo, north, type Person } from '../../testing/people.ts'
import { openUsers, withPeople } from '../../testing/user-scene.ts'

const abe: Person = { ...cleo, name: 'Abe Lindqvist', agency_id: north, roles: ['user', 'admin'] }
const bea: Person = {
  ...ben,
  id: 'b0000000-0000-4000-8000-000000000007',
  name: 'Bea Stone',
  email: 'bea@north.test',
  agency_id: null,
}
const cal: Person = {
  ...ben,
  id: 'b0000000-0000-4000-8000-000000000008',
  name: 'Cal Moreno',
  email: 'cal@north.test',
}

const leaversList = (name: string) => row(name).getByRole('button', { name: `Leaver's List of ${name}` })

it('[vault.md#the-leavers-list] offers it to those who look after somebody who was deactivated, and had an agency', async () => {
  const backend = withPeople(ana, ben, abe, bea, cal)
  for (const profile of backend.table('user_profiles').rows) {
    if (profile.id !== cal.id && profile.id !== ana.id) profile.deactivated_at = '2026-11-01T12:00:00+00:00'
  }
  const portal = openUsers(backend, ana)
  await expect.element(leaversList('Ben Carter')).toBeVisible()
  for (const name of ['Abe Lindqvist', 'Bea Stone', 'Cal Moreno', 'Ana Reyes']) {
    await expect.element(row(name)).toBeVisible()
    expect(leaversList(name).length).toBe(0)
  }
  await leaversList('Ben Carter').click()
  await expect.poll(() => portal.location).toBe(`/dashboard/users/${ben.id}/leaver?agency=${north}`)
})
