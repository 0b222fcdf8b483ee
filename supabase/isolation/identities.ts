import type { Caller, RowName } from './rights.ts'

/** A description of each caller for people. */
export const whoIs: Record<Caller, string> = {
  visitor: 'no account',
  nia: 'signed up by herself: only the role user, no agency',
  uma: 'only the role user, in North',
  ben: 'agency_staff of North',
  ana: 'agency_admin of North',
  abe: 'admin of North',
  sol: 'super_admin, in North',
  cleo: 'agency_staff of South',
  ivy: 'agency_staff of Closed, which is not active',
  dora: 'was agency_admin of North a moment ago; her token is older than that',
  otis: 'was agency_staff of North and signed out; his token is still valid by its date',
  tova: 'super_admin with an authenticator app, signed in by her password alone',
  planner: 'an application that a super_admin of North has let in',
  reporter: 'a program with a key of North that may read',
  zapier: 'a program with a key of North that may read and write',
}

/** The identity that `me` returns; a person without roles has none. `worksFor` is an agency of the test data. */
export type Identity = { roles: readonly string[]; worksFor?: RowName; isActive?: true; owesSecondStep?: true }

const staffOf = (agency: RowName, ...roles: string[]): Identity => ({ roles, worksFor: agency, isActive: true })

export const identities: Record<Caller, Identity | 'refused'> = {
  visitor: 'refused',
  nia: { roles: ['user'] },
  uma: { roles: ['user'] },
  ben: staffOf('north', 'user', 'agency_staff'),
  ana: staffOf('north', 'user', 'agency_admin'),
  abe: staffOf('north', 'user', 'admin'),
  sol: staffOf('north', 'user', 'super_admin'),
  cleo: staffOf('south', 'user', 'agency_staff'),
  ivy: { roles: ['user', 'agency_staff'], worksFor: 'closed' },
  dora: { roles: ['user'] },
  otis: 'refused',
  tova: { roles: [], owesSecondStep: true },
  planner: { roles: [] },
  reporter: 'refused',
  zapier: 'refused',
}
