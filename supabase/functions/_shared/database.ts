import { createClient, type PostgrestSingleResponse, type SupabaseClient } from '@supabase/supabase-js'
import type { Role } from './roles.ts'
import { requireEnv } from './runtime.ts'

type Table<Row, Writable> = { Row: Row; Insert: Writable; Update: Partial<Writable>; Relationships: [] }

/** The tables that functions touch, as the migrations have them. */
export type Database = {
  public: {
    Tables: {
      agencies: Table<{ id: string; is_active: boolean }, { is_active: boolean }>
      user_profiles: Table<{ id: string; agency_id: string | null }, { agency_id: string | null }>
      user_roles: Table<{ user_id: string; role: Role }, { user_id: string; role: Role }>
      contact_submissions: Table<
        {
          id: string
          name: string
          business_name: string
          email: string
          phone: string
          service: string
          message: string | null
          created_at: string
          notified_at: string | null
          suspicions: string[]
        },
        { notified_at: string | null }
      >
    }
    Views: Record<string, never>
    Functions: {
      me: {
        Args: never
        Returns: {
          id: string | null
          roles: Role[]
          agency_id: string | null
          is_active: boolean
          owes_second_step: boolean
        }[]
      }
    }
  }
}

export type ServiceClient = SupabaseClient<Database>

/** A client that no row policy holds back: whoever uses it decides who may do what. */
export function serviceClient(): ServiceClient {
  return createClient<Database>(requireEnv('SUPABASE_URL'), requireEnv('SUPABASE_SERVICE_ROLE_KEY'), {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  })
}

/** The value of an answer, or its error thrown. */
export function unwrap<T>({ data, error }: PostgrestSingleResponse<T>): T {
  if (error) throw error
  return data
}
