import { page } from 'vitest/browser'
import UsersRoute from '../portal/users/users-route.tsx'
import { row } from './expect.ts'
import { FakeBackend } from './fake-backend.ts'
import { north, type Person, sol } from './people.ts'
import { Portal } from './portal.tsx'

export const PROFILES = '/rest/v1/user_profiles'
export const ROLES = '/rest/v1/user_roles'

/** A backend with these people, the last of them the newest. Rows may add more about a person than their name and role. */
export function withPeople(
  ...people: (Person & { avatar_url?: string; last_sign_in_at?: string; invited_at?: string; awaited_email?: string })[]
): FakeBackend {
  return new FakeBackend({
    user_profiles: people.map(
      ({
        id,
        name,
        email,
        agency_id,
        roles,
        avatar_url = null,
        last_sign_in_at = null,
        invited_at = null,
        awaited_email = null,
      }) => ({
        id,
        display_name: name === '' ? null : name,
        agency_id,
        avatar_url,
        user_roles: roles.map((role) => ({ role })),
        agencies: agency_id === null ? null : { name: agency_id === north ? 'North' : 'South' },
        user_accounts: {
          email,
          last_sign_in_at,
          invited_at,
          awaited_email,
          awaited_until: '2999-01-01T00:00:00+00:00',
          search_text: `${name}\n${id}\n${email}`.toLowerCase(),
        },
      }),
    ),
    user_roles: people.flatMap(({ id, roles }) => roles.map((role) => ({ user_id: id, role }))),
  })
}

export function openUsers(backend: FakeBackend, as: Person = sol): Portal {
  const screens = [{ path: '/dashboard/users', Component: UsersRoute }]
  return Portal.open(backend, { screens, at: '/dashboard/users', as })
}

export const title = (count: number) => page.getByRole('heading', { name: `Users (${count})` })

export const resetOpener = (name: string) => row(name).getByRole('button', { name: `Reset Password of ${name}` })

/** All that the browser stores, and the address, as one text. */
export const browserContents = () => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href])
