import type { Tables } from './database.types.ts'

export type Role = Tables<'user_roles'>['role']
export const roles = ['user', 'agency_staff', 'agency_admin', 'admin', 'super_admin'] as const satisfies readonly Role[]

export const isRole = (value: unknown): value is Role => roles.some((role) => role === value)
