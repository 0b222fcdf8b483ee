import { describe, expect, it, vi } from 'vitest'
import type { Caller } from '../_shared/caller.ts'
import { Refusal } from '../_shared/http.ts'
import type { Role } from '../_shared/roles.ts'
import { type InvitationStore, inviteUser } from './invite-user.ts'

const north = 'a0000000-0000-4000-8000-000000000001'
const south = 'a0000000-0000-4000-8000-000000000002'

const caller = (role: Role): Caller => ({ id: 'caller', agencyId: north, roles: ['user', role] })
const dana = { email: 'dana@north.test', name: 'Dana', role: 'agency_staff' }

/** The account that the auth service has just created. */
const unplaced = { id: 'dana-id', agencyId: null, roles: ['user'] satisfies Role[] }

function guests(
  earlier: Awaited<ReturnType<InvitationStore['findInvitation']>>,
  changes: Partial<InvitationStore> = {},
) {
  const people: InvitationStore = {
    findAgency: async () => ({ isActive: true }),
    invite: async () => 'dana-id',
    findInvitation: vi
      .fn<InvitationStore['findInvitation']>()
      .mockResolvedValueOnce(earlier)
      .mockResolvedValue(earlier ?? unplaced),
    reopen: async () => {},
    place: async () => true,
    removeUnplaced: async () => {},
    ...changes,
  }
  for (const name of ['invite', 'place', 'removeUnplaced'] as const) vi.spyOn(people, name)
  return people
}

const newcomer = undefined

it('mails the invitation, and gives agency and role', async () => {
  const people = guests(newcomer)
  await expect(inviteUser(caller('agency_admin'), { ...dana, email: ' dana@north.test ' }, people)).resolves.toEqual({
    user: { id: 'dana-id', email: 'dana@north.test', role: 'agency_staff', agency_id: north },
  })
  expect(people.invite).toHaveBeenCalledWith({ email: 'dana@north.test', name: 'Dana' })
  expect(people.place).toHaveBeenCalledWith(unplaced, { agencyId: north, role: 'agency_staff' })
})

it.each([
  ['somebody without the right', caller('agency_staff'), dana, 403],
  ['an agency admin who wants an admin', caller('agency_admin'), { ...dana, role: 'admin' }, 403],
  ['an agency admin who wants another of their kind', caller('agency_admin'), { ...dana, role: 'agency_admin' }, 403],
  ['an admin who reaches for another agency', caller('admin'), { ...dana, agencyId: south }, 403],
  ['a missing address', caller('admin'), { ...dana, email: ' ' }, 400],
  ['a missing name', caller('admin'), { ...dana, name: undefined }, 400],
])('mails nobody for %s', async (_, who, fields, status) => {
  const people = guests(newcomer)
  await expect(inviteUser(who, fields, people)).rejects.toMatchObject({ status })
  expect(people.invite).not.toHaveBeenCalled()
})

it('leaves nobody when the placing fails', async () => {
  const people = guests(newcomer, { place: () => Promise.reject(new Error('the database is away')) })
  await expect(inviteUser(caller('admin'), dana, people)).rejects.toThrow('is away')
  expect(people.removeUnplaced).toHaveBeenCalledWith('dana-id')
})

describe('somebody whom a colleague invites at the same time', () => {
  const meanwhile = (now: Awaited<ReturnType<InvitationStore['findInvitation']>>) =>
    vi
      .fn<InvitationStore['findInvitation']>()
      .mockResolvedValueOnce(newcomer)
      .mockResolvedValueOnce(unplaced)
      .mockResolvedValue(now)

  it('gets the role of the later of the two', async () => {
    const now = { id: 'dana-id', agencyId: north, roles: ['user', 'agency_staff'] satisfies Role[] }
    const place = vi.fn().mockResolvedValueOnce(false).mockResolvedValue(true)
    const people = guests(newcomer, { findInvitation: meanwhile(now), place })
    await inviteUser(caller('admin'), { ...dana, role: 'agency_admin' }, people)
    expect(place).toHaveBeenLastCalledWith(now, { agencyId: north, role: 'agency_admin' })
  })

  it.each([
    ['another agency', { agencyId: south, roles: ['user', 'agency_staff'] satisfies Role[] }],
    ['somebody above the caller', { agencyId: north, roles: ['user', 'admin'] satisfies Role[] }],
  ])('stays with %s', async (_, now) => {
    const place = vi.fn().mockResolvedValue(false)
    const people = guests(newcomer, { findInvitation: meanwhile({ id: 'dana-id', ...now }), place })
    await expect(inviteUser(caller('agency_admin'), dana, people)).rejects.toMatchObject({ status: 403 })
    expect(place).toHaveBeenCalledTimes(1)
  })
})

it('touches nobody who has an account', async () => {
  const people = guests(newcomer, { invite: () => Promise.reject(new Refusal(422, 'has an account')) })
  await expect(inviteUser(caller('admin'), dana, people)).rejects.toThrow('has an account')
  expect(people.removeUnplaced).not.toHaveBeenCalled()
})

describe('somebody who has not accepted yet', () => {
  it('is asked again, into the role that the newer invitation says', async () => {
    const people = guests({ id: 'dana-id', agencyId: north, roles: ['user', 'agency_admin'] })
    await inviteUser(caller('agency_admin'), dana, people)
    expect(people.place).toHaveBeenCalledWith(expect.objectContaining({ roles: ['user', 'agency_admin'] }), {
      agencyId: north,
      role: 'agency_staff',
    })
  })

  it('stays invited as they were where something fails', async () => {
    const broken = { place: () => Promise.reject(new Error('is away')) }
    const people = guests({ id: 'dana-id', agencyId: north, roles: ['user'] }, broken)
    await expect(inviteUser(caller('admin'), dana, people)).rejects.toThrow('is away')
    expect(people.removeUnplaced).not.toHaveBeenCalled()
  })

  it.each([
    ['another agency', { agencyId: south, roles: ['user', 'agency_staff'] satisfies Role[] }],
    ['somebody above the caller', { agencyId: null, roles: ['user', 'super_admin'] satisfies Role[] }],
  ])('stays with %s', async (_, earlier) => {
    const people = guests({ id: 'dana-id', ...earlier })
    await expect(inviteUser(caller('agency_admin'), dana, people)).rejects.toMatchObject({ status: 403 })
    for (const step of ['invite', 'place', 'removeUnplaced'] as const) {
      expect(people[step]).not.toHaveBeenCalled()
    }
    await expect(inviteUser(caller('super_admin'), dana, people)).resolves.toMatchObject({ user: { agency_id: north } })
  })
})
