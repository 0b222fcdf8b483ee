/**
 * The tables the portal speaks to, as `supabase/migrations` makes them: what is read, what may be given with a new row,
 * and what may be changed. Written by hand, because the rooms meet only on the wire.
 */
export type Database = {
  public: {
    Tables: {
      agencies: Table<Agency, 'name', AgencyDetails>
      user_profiles: Table<UserProfile, never, 'display_name' | 'avatar_url' | 'agency_id'>
      user_roles: Table<UserRole, 'user_id' | 'role', never>
      clients: Table<Client, 'name' | 'email', ClientDetails>
      projects: Table<Project, 'name' | 'client_id' | 'project_type', ProjectDetails>
    }
    Views: Record<never, never>
    Functions: Record<never, never>
  }
}

/** A table with the columns a new row needs, and those it may also have; both can be changed later. */
type Table<Row, Needed extends keyof Row, Free extends keyof Row> = {
  Row: Row
  Insert: Pick<Row, Needed> & Partial<Pick<Row, Free>>
  Update: Partial<Pick<Row, Needed | Free>>
  Relationships: []
}

type Agency = {
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
}
type AgencyDetails =
  | 'email'
  | 'website_url'
  | 'contact_person'
  | 'phone'
  | 'subscription_tier'
  | 'is_active'
  | 'logo_url'

type UserProfile = {
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

type Project = {
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
type ProjectDetails = Exclude<
  keyof Project,
  'id' | 'name' | 'client_id' | 'project_type' | 'created_by' | 'created_at' | 'updated_at'
>
