/**
 * The tables the portal speaks to, as `supabase/migrations` makes them: what is read, what may be given with a new row,
 * and what may be changed. Written by hand, because the rooms meet only on the wire.
 */
export type Database = {
  public: {
    Tables: {
      agencies: Table<Agency, 'name', AgencyDetails>
      user_profiles: Table<
        UserProfile,
        never,
        'display_name' | 'avatar_url' | 'agency_id',
        [Many<'user_profiles_agency_id_fkey', 'agency_id', 'agencies'>]
      >
      user_roles: Table<
        UserRole,
        'user_id' | 'role',
        never,
        [Many<'user_roles_user_id_fkey', 'user_id', 'user_profiles'>]
      >
      role_permissions: Table<RolePermission, never, never>
      clients: Table<Client, 'name' | 'email', ClientDetails, [Many<'clients_agency_id_fkey', 'agency_id', 'agencies'>]>
      client_notes: Table<
        ClientNote,
        'client_id' | 'note_text',
        'staff_id' | 'note_category',
        [Author<'client_notes', 'staff_id'>]
      >
      projects: Table<
        Project,
        'name' | 'client_id' | 'project_type',
        ProjectDetails,
        [
          Many<'projects_client_id_fkey', 'client_id', 'clients'>,
          Many<'projects_agency_id_fkey', 'agency_id', 'agencies'>,
          Many<'projects_assigned_to_fkey', 'assigned_to', 'user_profiles'>,
          Author<'projects', 'created_by'>,
        ]
      >
      project_notes: Table<
        ProjectNote,
        'project_id' | 'note_text',
        'staff_id' | 'note_category',
        [Author<'project_notes', 'staff_id'>]
      >
      project_updates: Table<
        ProjectUpdate,
        'project_id' | 'title' | 'content',
        UpdateDetails,
        [Many<'project_updates_project_id_fkey', 'project_id', 'projects'>, Author<'project_updates', 'created_by'>]
      >
      client_update_attachments: Table<
        Attachment,
        Exclude<keyof Attachment, 'id' | 'created_at'>,
        never,
        [Many<'client_update_attachments_update_id_fkey', 'update_id', 'project_updates'>]
      >
      password_vault: Table<
        VaultEntry,
        'title' | 'encrypted_password',
        Exclude<keyof VaultEntry, 'id' | 'title' | 'encrypted_password' | 'created_at' | 'updated_at'>,
        [Author<'password_vault', 'user_id'>]
      >
      vault_access_logs: Table<VaultAccess, 'vault_entry_id' | 'action', 'user_agent'>
      chat_messages: Table<ChatMessage, 'content', never, [Author<'chat_messages', 'sender_id'>]>
      user_presence: Table<UserPresence, never, never, [Author<'user_presence', 'user_id'>]>
    }
    Views: Record<never, never>
    Functions: Record<never, never>
  }
}

/** A table with the columns a new row needs, and those it may also have; both can be changed later. */
type Table<Row, Needed extends keyof Row, Free extends keyof Row, References extends Reference[] = []> = {
  Row: Row
  Insert: Pick<Row, Needed> & Partial<Pick<Row, Free>>
  Update: Partial<Pick<Row, Needed | Free>>
  Relationships: References
}

type Reference = {
  foreignKeyName: string
  columns: string[]
  isOneToOne: boolean
  referencedRelation: string
  referencedColumns: string[]
}
/** Many rows of a table name one row of another, by its id. */
type Many<Key extends string, Column extends string, Referenced extends string> = {
  foreignKeyName: Key
  columns: [Column]
  isOneToOne: false
  referencedRelation: Referenced
  referencedColumns: ['id']
}
/** Who wrote a row. */
type Author<Name extends string, Column extends string> = Many<`${Name}_${Column}_fkey`, Column, 'user_profiles'>

export type Agency = {
  id: string
  name: string
  email: string | null
  website_url: string | null
  contact_person: string | null
  phone: string | null
  subscription_tier: 'basic' | 'pro' | 'enterprise'
  is_active: boolean
  logo_url: string | null
  created_at: string
  updated_at: string
}
type AgencyDetails =
  | 'email'
  | 'website_url'
  | 'contact_person'
  | 'phone'
  | 'subscription_tier'
  | 'is_active'
  | 'logo_url'

export type UserProfile = {
  id: string
  display_name: string | null
  avatar_url: string | null
  agency_id: string | null
  created_at: string
}

type UserRole = {
  user_id: string
  role: 'user' | 'agency_staff' | 'agency_admin' | 'admin' | 'super_admin'
}

/** What a role may do, in words; the policies are what grants it. */
export type RolePermission = {
  role: UserRole['role']
  position: number
  subject: string
  covers: string[]
  actions: ('read' | 'add' | 'change' | 'delete')[]
  scope: 'own' | 'own agency' | 'shared' | 'every agency' | 'others' | 'any'
}

export type Client = {
  id: string
  agency_id: string
  name: string
  company_name: string | null
  email: string
  phone: string | null
  website_url: string | null
  /** One of the industries of portal/clients/client.ts. Typed as text: what is stored shows, known or not. */
  industry: string | null
  /** The same with the statuses. */
  prospect_status: string | null
  created_at: string
  updated_at: string
}
type ClientDetails = 'agency_id' | 'company_name' | 'phone' | 'website_url' | 'industry' | 'prospect_status'

/** A note about a client or a project. Typed as text: a stored category shows, known or not. */
export type Note = {
  id: string
  staff_id: string | null
  note_text: string
  note_category: string | null
  created_at: string
}
type ClientNote = Note & { client_id: string }
type ProjectNote = Note & { project_id: string }

export type ProjectUpdate = {
  id: string
  project_id: string
  created_by: string | null
  title: string
  content: string
  update_type: 'progress' | 'milestone' | 'general' | 'review' | 'delivery'
  visibility: 'agency' | 'client'
  is_milestone: boolean
  created_at: string
}
type UpdateDetails = 'created_by' | 'update_type' | 'visibility' | 'is_milestone'

export type Attachment = {
  id: string
  update_id: string
  file_name: string
  file_path: string
  file_type: string
  file_size: number
  created_at: string
}

export type Project = {
  id: string
  agency_id: string
  client_id: string
  name: string
  description: string | null
  project_type:
    | 'web_development'
    | 'graphic_design'
    | 'digital_marketing'
    | 'ai_automation'
    | 'consultation'
    | 'maintenance'
  status: 'planning' | 'in_progress' | 'review' | 'completed' | 'on_hold' | 'cancelled'
  priority: 'low' | 'medium' | 'high' | 'urgent'
  start_date: string | null
  target_completion_date: string | null
  actual_completion_date: string | null
  budget: number | null
  requirements: string | null
  assigned_to: string | null
  created_by: string | null
  created_at: string
  updated_at: string
}
type ProjectDetails = Exclude<keyof Project, 'id' | 'name' | 'client_id' | 'project_type' | 'created_at' | 'updated_at'>

export type VaultEntry = {
  id: string
  /** Whose it is; nobody's when they are gone and it was shared with their agency. */
  user_id: string | null
  /** The agency it is shared with. */
  agency_id: string | null
  title: string
  website_url: string | null
  username: string | null
  /** What portal/vault/payload.ts writes; whatever else is stored there is no reason to fail. */
  encrypted_password: string
  encrypted_notes: string | null
  tags: string[]
  is_favorite: boolean
  password_strength_score: number
  created_at: string
  updated_at: string
}

type VaultAccess = {
  id: string
  vault_entry_id: string
  user_id: string | null
  agency_id: string | null
  action: 'updated' | 'deleted' | 'copied'
  user_agent: string | null
  created_at: string
}

/** Written and read through the chat function; the history is read here. */
type ChatMessage = {
  id: string
  room_id: string
  sender_id: string | null
  content: string
  message_type: string
  metadata: Record<string, unknown>
  created_at: string
}

type UserPresence = {
  user_id: string
  room_id: string
  is_online: boolean
  is_typing: boolean
}
