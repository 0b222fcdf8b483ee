import type { Tables } from './database.types.ts'

/** A row without its search columns, which are for filters in the database and are never displayed. */
type Shown<Row> = Omit<Row, 'search_text' | 'search_name' | 'people_text'>

export type Agency = Shown<Tables<'agencies'>>
export type Attachment = Tables<'client_update_attachments'>
export type Client = Shown<Tables<'clients'>>
export type ClientPerson = Shown<Tables<'client_people'>>
export type Project = Shown<Tables<'projects'>>
export type ProjectUpdate = Shown<Tables<'project_updates'>>
export type RolePermission = Tables<'role_permissions'>
export type UserProfile = Shown<Tables<'user_profiles'>>
export type VaultEntry = Tables<'password_vault'>

/** A note about a client or a project. One about a client may be a mail that somebody sent, or written by a program. */
export type Note = Omit<Tables<'project_notes'>, 'project_id'> &
  Partial<MailedNote & Pick<Tables<'client_notes'>, 'by_program'>>

/** What a note knows of the mail that it is. */
export type MailedNote = Pick<
  Tables<'client_notes'>,
  'sender_name' | 'sender_email' | 'is_confirmed' | 'whole_text' | 'update_id'
>
