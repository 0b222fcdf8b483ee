import { describe, expect, it, vi } from 'vitest'
import type { Caller } from '../_shared/caller.ts'
import { Refusal } from '../_shared/http.ts'
import { type Role, roles } from '../_shared/roles.ts'
import { type AccountStore, createUser } from './create-user.ts'

const north = 'a0000000-0000-4000-8000-000000000001'
const south = 'a0000000-0000-4000-8000-000000000002'
const closed = 'a0000000-0000-4000-8000-000000000003'

const caller = (role: Role, agencyId: string | null = north): Caller => ({
  id: 'caller',
  agencyId,
  roles: ['user', role],
})
const dana = { email: 'dana@north.test', name: 'Dana', password: 'mainstreet' }

function agencyPeople(changes: Partial<AccountStore> = {}) {
  const people: AccountStore = {
    findAgency: async (id) =>
      id === north || id === south ? { isActive: true } : id === closed ? { isActive: false } : undefined,
    create: async () => 'dana-id',
    putIntoAgency: async () => {},
    grantRole: async () => {},
    remove: async () => {},
    ...changes,
  }
  for (const name of ['create', 'putIntoAgency', 'grantRole', 'remove'] as const) vi.spyOn(people, name)
  return people
}

/** The roles that each kind of caller may grant, by docs/specification/who-may-do-what.md. */
const mayGive: Record<Role, Role[]> = {
  user: [],
  agency_staff: [],
  agency_admin: ['user', 'agency_staff', 'agency_admin'],
  admin: ['user', 'agency_staff', 'agency_admin', 'admin'],
  super_admin: ['user', 'agency_staff', 'agency_admin', 'admin', 'super_admin'],
}

describe('who may give which role', () => {
  for (const who of roles) {
    for (const role of roles) {
      const allowed = mayGive[who].includes(role)
      it(`${who} ${allowed ? 'gives' : 'cannot give'} ${role}`, async () => {
        const people = agencyPeople()
        const creation = createUser(caller(who), { ...dana, role }, people)
        if (allowed) {
          await expect(creation).resolves.toMatchObject({ user: { id: 'dana-id', role, agency_id: north } })
        } else {
          await expect(creation).rejects.toMatchObject({ status: 403 })
          expect(people.create).not.toHaveBeenCalled()
        }
      })
    }
  }

  it('nobody without a role creates anybody', async () => {
    await expect(createUser({ id: 'caller', agencyId: north, roles: [] }, dana, agencyPeople())).rejects.toThrow(
      'You are not allowed to create users.',
    )
  })
})

describe('what is created', () => {
  it('a confirmed person, in the caller’s agency, with the role', async () => {
    const people = agencyPeople()
    await createUser(caller('agency_admin'), { ...dana, email: ' dana@north.test ', role: 'agency_staff' }, people)
    expect(people.create).toHaveBeenCalledWith(expect.objectContaining(dana))
    expect(people.putIntoAgency).toHaveBeenCalledWith('dana-id', north)
    expect(people.grantRole).toHaveBeenCalledWith('dana-id', 'agency_staff')
  })

  it('a plain user where no role is named', async () => {
    const people = agencyPeople()
    expect(await createUser(caller('admin'), dana, people)).toMatchObject({ user: { role: 'user' } })
    expect(people.grantRole).not.toHaveBeenCalled()
  })

  it.each(['putIntoAgency', 'grantRole'] as const)('nothing at all when %s fails', async (step) => {
    const people = agencyPeople({ [step]: () => Promise.reject(new Error('the database is away')) })
    await expect(createUser(caller('admin'), { ...dana, role: 'agency_staff' }, people)).rejects.toThrow('is away')
    expect(people.remove).toHaveBeenCalledWith('dana-id')
  })

  it('nobody else is removed when the address is taken', async () => {
    const people = agencyPeople({ create: () => Promise.reject(new Refusal(422, 'already registered')) })
    await expect(createUser(caller('admin'), dana, people)).rejects.toThrow('already registered')
    expect(people.remove).not.toHaveBeenCalled()
  })
})

describe('which agency', () => {
  it('a super admin’s own, or the one they name', async () => {
    const people = agencyPeople()
    await createUser(caller('super_admin'), dana, people)
    await createUser(caller('super_admin'), { ...dana, agencyId: south }, people)
    expect(vi.mocked(people.putIntoAgency).mock.calls.map(([, agency]) => agency)).toEqual([north, south])
  })

  it('none, where a super admin has none and names none', async () => {
    const people = agencyPeople()
    expect(await createUser(caller('super_admin', null), dana, people)).toMatchObject({ user: { agency_id: null } })
    expect(people.putIntoAgency).not.toHaveBeenCalled()
  })

  it.each([
    ['another one', caller('admin'), south, 'Only a super admin creates users in another agency.'],
    ['one that is inactive', caller('agency_admin', closed), undefined, 'This agency is inactive'],
    ['an inactive one, even for a super admin', caller('super_admin'), closed, 'This agency is inactive'],
    ['one that does not exist', caller('super_admin'), 'nowhere', 'There is no such agency.'],
    ['none of an admin’s own', caller('admin', null), undefined, 'User not assigned to an agency'],
    ['another one by an admin without any', caller('admin', null), south, 'User not assigned to an agency'],
  ])('not %s', async (_, who, agencyId, message) => {
    const people = agencyPeople()
    await expect(createUser(who, { ...dana, agencyId }, people)).rejects.toThrow(message)
    expect(people.create).not.toHaveBeenCalled()
  })
})

describe('what is missing', () => {
  it.each(['email', 'name', 'password'])('%s', async (field) => {
    for (const value of [undefined, null, '', '   ', 7]) {
      await expect(createUser(caller('admin'), { ...dana, [field]: value }, agencyPeople())).rejects.toThrow(
        'Email, Name, and Password are required to create a user.',
      )
    }
  })

  it('a password of six characters', async () => {
    await expect(createUser(caller('admin'), { ...dana, password: '12345' }, agencyPeople())).rejects.toThrow(
      'Password must be at least 6 characters long.',
    )
  })

  it('a role that exists', async () => {
    for (const role of ['owner', '', ['admin'], 'toString']) {
      await expect(createUser(caller('super_admin'), { ...dana, role }, agencyPeople())).rejects.toMatchObject({
        status: 400,
      })
    }
  })
})
