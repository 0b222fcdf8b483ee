import { allRows, exportOf } from '../list/export-list.ts'
import { PAGE_SIZE } from '../list/fetch-page.ts'
import { nameOf } from '../people/person.tsx'
import type { User } from './user.ts'
import { readProfiles, type UsersShown, withRoles } from './user-queries.ts'

export const exportUsers = exportOf<UsersShown, User>({
  name: 'users',
  columns: [
    { heading: 'Name', cell: nameOf },
    { heading: 'Email', cell: ({ email }) => email },
    { heading: 'Roles', cell: ({ roles }) => roles.join(', ') },
    { heading: 'Agency', cell: ({ agency }) => agency },
    { heading: 'Joined', cell: ({ created_at }) => created_at.slice(0, 10) },
    { heading: 'Last Sign-In', cell: ({ lastSignIn }) => lastSignIn },
    { heading: 'Deactivated', cell: ({ deactivated_at }) => deactivated_at },
    { heading: 'Id', cell: ({ id }) => id },
  ],
  async read(shown, signal) {
    const profiles = await allRows(readProfiles(shown, signal))
    const users: User[] = []
    // Roles are read in batches of a page of people, whose ids fit into one address.
    for (let at = 0; at < profiles.length; at += PAGE_SIZE) {
      users.push(...(await withRoles(profiles.slice(at, at + PAGE_SIZE), signal)))
    }
    return users
  },
})
