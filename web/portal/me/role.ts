import type { Tables } from '../../lib/database.types.ts'
import type { Tone } from '../../ui/badge.tsx'

export type Role = Tables<'user_roles'>['role']

/** The roles, from the weakest to the strongest; one person may hold several. */
export const roles = ['user', 'agency_staff', 'agency_admin', 'admin', 'super_admin'] as const satisfies readonly Role[]

/** The roles of people who work for an agency. */
export const staffRoles = roles.filter((role) => role !== 'user')

export const roleTones = {
  user: 'grey',
  agency_staff: 'blue',
  agency_admin: 'purple',
  admin: 'orange',
  super_admin: 'red',
} satisfies Record<Role, Tone>

export const isSuperAdmin = (held: readonly Role[]) => held.includes('super_admin')

/** Whether a person with these roles administers others: they see users and the vault, and the quick actions to add. */
export const isAdminType = (held: readonly Role[]) =>
  isSuperAdmin(held) || held.includes('admin') || held.includes('agency_admin')

/** Whether a person has only signed up and was given no role since. */
export const hasNoRole = (held: readonly Role[]) => held.every((role) => role === 'user')

/** A one-line description of each role for the person who grants it (docs/specification/who-may-do-what.md). */
export const roleDescriptions = {
  user: 'Signs in, and sees nothing but their own profile.',
  agency_staff: 'Works with the clients, projects, updates and chat of their agency.',
  agency_admin: 'As agency_staff, and looks after the users of their agency, and edits what it says of itself.',
  admin: 'As agency_admin, and makes others admin.',
  super_admin: 'Everything, in every agency, with all users and roles.',
} satisfies Record<Role, string>

/** Roles whose grant must be confirmed, since their holders manage other people. */
const powerfulRoles = ['agency_admin', 'admin', 'super_admin'] as const satisfies readonly Role[]
export type PowerfulRole = (typeof powerfulRoles)[number]
export const isPowerful = (role: Role): role is PowerfulRole => powerfulRoles.some((powerful) => powerful === role)
