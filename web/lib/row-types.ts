import type { Tables } from './database.types.ts'

/** A row without its search columns, which are for filters in the database and are never displayed. */
type Shown<Row> = Omit<Row, 'search_text' | 'search_name'>

export type Agency = Shown<Tables<'agencies'>>
export type Attachment = Tables<'client_update_attachments'>
export type Client = Shown<Tables<'clients'>>
export type Project = Shown<Tables<'projects'>>
export type ProjectUpdate = Shown<Tables<'project_updates'>>
export type RolePermission = Tables<'role_permissions'>
export type UserProfile = Shown<Tables<'user_profiles'>>
export type VaultEntry = Tables<'password_vault'>

/** A note about a client or a project. */
export type Note = Omit<Tables<'client_notes'>, 'client_id'>
