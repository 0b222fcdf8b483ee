export const roles = ['user', 'agency_staff', 'agency_admin', 'admin', 'super_admin'] as const
export type Role = (typeof roles)[number]

export const isRole = (value: unknown): value is Role => roles.some((role) => role === value)
