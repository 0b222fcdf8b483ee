// Written by `npm run types` from supabase/schemas, for what service_role may do. Do not edit.

export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[]

export type Database = {
  public: {
    Tables: {
      agencies: {
        Row: {
          answers_website: boolean
          cases: Json
          contact_person: string | null
          created_at: string
          email: string | null
          fields_of_work: string[]
          id: string
          is_active: boolean
          live_chat_hours: string
          logo_url: string | null
          name: string
          phone: string | null
          postal_address: string | null
          search_text: string | null
          social_links: string[]
          subscription_tier: 'basic' | 'pro' | 'enterprise'
          testimonials: Json
          updated_at: string
          website_url: string | null
        }
        Insert: {
          answers_website?: boolean
          cases?: Json
          contact_person?: string | null
          created_at?: string
          email?: string | null
          fields_of_work?: string[]
          id?: string
          is_active?: boolean
          live_chat_hours?: string
          logo_url?: string | null
          name: string
          phone?: string | null
          postal_address?: string | null
          social_links?: string[]
          subscription_tier?: 'basic' | 'pro' | 'enterprise'
          testimonials?: Json
          updated_at?: string
          website_url?: string | null
        }
        Update: {
          answers_website?: boolean
          cases?: Json
          contact_person?: string | null
          created_at?: string
          email?: string | null
          fields_of_work?: string[]
          id?: string
          is_active?: boolean
          live_chat_hours?: string
          logo_url?: string | null
          name?: string
          phone?: string | null
          postal_address?: string | null
          social_links?: string[]
          subscription_tier?: 'basic' | 'pro' | 'enterprise'
          testimonials?: Json
          updated_at?: string
          website_url?: string | null
        }
        Relationships: []
      }
      audit_events: {
        Row: {
          actor: string | null
          actor_id: string | null
          actor_kind: 'person' | 'service key' | 'server' | 'somebody'
          agency_id: string | null
          created_at: string
          hash: string | null
          id: string
          kind:
            | 'signed_in'
            | 'sign_in_failed'
            | 'password_changed'
            | 'second_step_removed'
            | 'address_changed'
            | 'created'
            | 'invited'
            | 'invitation_revoked'
            | 'password_reset'
            | 'deactivated'
            | 'reactivated'
            | 'account_deleted'
            | 'role_given'
            | 'role_taken'
            | 'joined_agency'
            | 'left_agency'
            | 'agency_added'
            | 'agency_changed'
            | 'agency_deleted'
            | 'client_deleted'
            | 'project_deleted'
            | 'note_deleted'
            | 'update_deleted'
            | 'enquiry_deleted'
            | 'brought_back'
            | 'vault_copied'
            | 'vault_viewed'
            | 'exported'
            | 'erased'
          position: number | null
          said: string | null
          subject_id: string | null
        }
        Insert: Record<PropertyKey, never>
        Update: Record<PropertyKey, never>
        Relationships: []
      }
      chat_messages: {
        Row: {
          agency_id: string
          content: string
          created_at: string
          deleted_at: string | null
          edited_at: string | null
          id: string
          message_type: string
          metadata: Record<string, unknown>
          number: number
          room_id: 'general'
          search_text: string | null
          sender_id: string | null
        }
        Insert: {
          agency_id?: string
          content: string
          created_at?: string
          deleted_at?: string | null
          edited_at?: string | null
          id?: string
          message_type?: string
          metadata?: Record<string, unknown>
          number?: number
          room_id?: 'general'
          sender_id?: string | null
        }
        Update: {
          agency_id?: string
          content?: string
          created_at?: string
          deleted_at?: string | null
          edited_at?: string | null
          id?: string
          message_type?: string
          metadata?: Record<string, unknown>
          number?: number
          room_id?: 'general'
          sender_id?: string | null
        }
        Relationships: [
          {
            foreignKeyName: 'chat_messages_agency_id_fkey'
            columns: ['agency_id']
            isOneToOne: false
            referencedRelation: 'agencies'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'chat_messages_sender_id_fkey'
            columns: ['sender_id']
            isOneToOne: false
            referencedRelation: 'user_profiles'
            referencedColumns: ['id']
          },
        ]
      }
      client_link_openings: {
        Row: {
          id: string
          link_id: string
          opened_at: string
        }
        Insert: {
          id?: string
          link_id: string
          opened_at?: string
        }
        Update: {
          id?: string
          link_id?: string
          opened_at?: string
        }
        Relationships: [
          {
            foreignKeyName: 'client_link_openings_link_id_fkey'
            columns: ['link_id']
            isOneToOne: false
            referencedRelation: 'client_links'
            referencedColumns: ['id']
          },
        ]
      }
      client_links: {
        Row: {
          client_id: string
          created_at: string
          created_by: string | null
          expires_at: string
          id: string
          name: string
          revoked_at: string | null
          update_id: string | null
        }
        Insert: {
          client_id: string
          created_at?: string
          created_by?: string | null
          expires_at?: string
          id?: string
          name: string
          revoked_at?: string | null
          update_id?: string | null
        }
        Update: {
          client_id?: string
          created_at?: string
          created_by?: string | null
          expires_at?: string
          id?: string
          name?: string
          revoked_at?: string | null
          update_id?: string | null
        }
        Relationships: [
          {
            foreignKeyName: 'client_links_client_id_fkey'
            columns: ['client_id']
            isOneToOne: false
            referencedRelation: 'clients'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'client_links_created_by_fkey'
            columns: ['created_by']
            isOneToOne: false
            referencedRelation: 'user_profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'client_links_update_id_fkey'
            columns: ['update_id']
            isOneToOne: false
            referencedRelation: 'project_updates'
            referencedColumns: ['id']
          },
        ]
      }
      client_mails: {
        Row: {
          created_at: string
          id: string
          mailed_at: string | null
          mailing_until: string | null
          recipient: string
          requested_by: string | null
          update_id: string
        }
        Insert: {
          created_at?: string
          id?: string
          mailed_at?: string | null
          mailing_until?: string | null
          recipient: string
          requested_by?: string | null
          update_id: string
        }
        Update: {
          created_at?: string
          id?: string
          mailed_at?: string | null
          mailing_until?: string | null
          recipient?: string
          requested_by?: string | null
          update_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'client_mails_requested_by_fkey'
            columns: ['requested_by']
            isOneToOne: false
            referencedRelation: 'user_profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'client_mails_update_id_fkey'
            columns: ['update_id']
            isOneToOne: false
            referencedRelation: 'project_updates'
            referencedColumns: ['id']
          },
        ]
      }
      client_notes: {
        Row: {
          client_id: string
          created_at: string
          edited_at: string | null
          id: string
          note_category: string | null
          note_text: string
          staff_id: string | null
        }
        Insert: {
          client_id: string
          created_at?: string
          edited_at?: string | null
          id?: string
          note_category?: string | null
          note_text: string
          staff_id?: string | null
        }
        Update: {
          client_id?: string
          created_at?: string
          edited_at?: string | null
          id?: string
          note_category?: string | null
          note_text?: string
          staff_id?: string | null
        }
        Relationships: [
          {
            foreignKeyName: 'client_notes_client_id_fkey'
            columns: ['client_id']
            isOneToOne: false
            referencedRelation: 'clients'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'client_notes_staff_id_fkey'
            columns: ['staff_id']
            isOneToOne: false
            referencedRelation: 'user_profiles'
            referencedColumns: ['id']
          },
        ]
      }
      client_update_attachments: {
        Row: {
          created_at: string
          file_name: string
          file_path: string
          file_size: number
          file_type:
            | 'image/jpeg'
            | 'image/png'
            | 'image/webp'
            | 'application/pdf'
            | 'text/csv'
            | 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
          id: string
          update_id: string
        }
        Insert: {
          created_at?: string
          file_name: string
          file_path: string
          file_size: number
          file_type:
            | 'image/jpeg'
            | 'image/png'
            | 'image/webp'
            | 'application/pdf'
            | 'text/csv'
            | 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
          id?: string
          update_id: string
        }
        Update: {
          created_at?: string
          file_name?: string
          file_path?: string
          file_size?: number
          file_type?:
            | 'image/jpeg'
            | 'image/png'
            | 'image/webp'
            | 'application/pdf'
            | 'text/csv'
            | 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
          id?: string
          update_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'client_update_attachments_update_id_fkey'
            columns: ['update_id']
            isOneToOne: false
            referencedRelation: 'project_updates'
            referencedColumns: ['id']
          },
        ]
      }
      clients: {
        Row: {
          agency_id: string
          company_name: string | null
          created_at: string
          digested_at: string | null
          email: string
          id: string
          industry: string | null
          name: string
          phone: string | null
          prospect_status: string | null
          search_text: string | null
          updated_at: string
          wants_digest: boolean
          website_url: string | null
        }
        Insert: {
          agency_id?: string
          company_name?: string | null
          created_at?: string
          digested_at?: string | null
          email: string
          id?: string
          industry?: string | null
          name: string
          phone?: string | null
          prospect_status?: string | null
          updated_at?: string
          wants_digest?: boolean
          website_url?: string | null
        }
        Update: {
          agency_id?: string
          company_name?: string | null
          created_at?: string
          digested_at?: string | null
          email?: string
          id?: string
          industry?: string | null
          name?: string
          phone?: string | null
          prospect_status?: string | null
          updated_at?: string
          wants_digest?: boolean
          website_url?: string | null
        }
        Relationships: [
          {
            foreignKeyName: 'clients_agency_id_fkey'
            columns: ['agency_id']
            isOneToOne: false
            referencedRelation: 'agencies'
            referencedColumns: ['id']
          },
        ]
      }
      contact_submissions: {
        Row: {
          answered_at: string | null
          business_name: string
          client_id: string | null
          created_at: string
          email: string
          id: string
          is_set_aside: boolean
          mailing_until: string | null
          message: string | null
          name: string
          notified_at: string | null
          phone: string
          reminded_at: string | null
          search_text: string | null
          service: 'website' | 'marketing' | 'ai' | 'design' | 'other'
          state: 'new' | 'taken' | 'answered' | 'client' | 'not now' | 'spam'
          suspicions: ('trap' | 'links' | 'address' | 'volume')[]
          taken_at: string | null
          taken_by: string | null
        }
        Insert: {
          answered_at?: string | null
          business_name: string
          client_id?: string | null
          created_at?: string
          email: string
          id?: string
          mailing_until?: string | null
          message?: string | null
          name: string
          notified_at?: string | null
          phone: string
          reminded_at?: string | null
          service: 'website' | 'marketing' | 'ai' | 'design' | 'other'
          state?: 'new' | 'taken' | 'answered' | 'client' | 'not now' | 'spam'
          suspicions?: ('trap' | 'links' | 'address' | 'volume')[]
          taken_at?: string | null
          taken_by?: string | null
        }
        Update: {
          answered_at?: string | null
          business_name?: string
          client_id?: string | null
          created_at?: string
          email?: string
          id?: string
          mailing_until?: string | null
          message?: string | null
          name?: string
          notified_at?: string | null
          phone?: string
          reminded_at?: string | null
          service?: 'website' | 'marketing' | 'ai' | 'design' | 'other'
          state?: 'new' | 'taken' | 'answered' | 'client' | 'not now' | 'spam'
          suspicions?: ('trap' | 'links' | 'address' | 'volume')[]
          taken_at?: string | null
          taken_by?: string | null
        }
        Relationships: [
          {
            foreignKeyName: 'contact_submissions_client_id_fkey'
            columns: ['client_id']
            isOneToOne: false
            referencedRelation: 'clients'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'contact_submissions_taken_by_fkey'
            columns: ['taken_by']
            isOneToOne: false
            referencedRelation: 'user_profiles'
            referencedColumns: ['id']
          },
        ]
      }
      imports: {
        Row: {
          added: number
          agency_id: string
          created_at: string
          id: string
          imported_by: string | null
          kind: 'clients' | 'projects'
          undone_at: string | null
          updated: number
        }
        Insert: {
          added: number
          agency_id: string
          created_at?: string
          id: string
          imported_by?: string | null
          kind: 'clients' | 'projects'
          undone_at?: string | null
          updated: number
        }
        Update: {
          added?: number
          agency_id?: string
          created_at?: string
          id?: string
          imported_by?: string | null
          kind?: 'clients' | 'projects'
          undone_at?: string | null
          updated?: number
        }
        Relationships: [
          {
            foreignKeyName: 'imports_agency_id_fkey'
            columns: ['agency_id']
            isOneToOne: false
            referencedRelation: 'agencies'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'imports_imported_by_fkey'
            columns: ['imported_by']
            isOneToOne: false
            referencedRelation: 'user_profiles'
            referencedColumns: ['id']
          },
        ]
      }
      notices: {
        Row: {
          actor_id: string | null
          answer_id: string | null
          client_note_id: string | null
          created_at: string
          enquiry_id: string | null
          id: string
          message_id: string | null
          project_id: string | null
          project_note_id: string | null
          read_at: string | null
          user_id: string
        }
        Insert: {
          actor_id?: string | null
          answer_id?: string | null
          client_note_id?: string | null
          created_at?: string
          enquiry_id?: string | null
          id?: string
          message_id?: string | null
          project_id?: string | null
          project_note_id?: string | null
          read_at?: string | null
          user_id: string
        }
        Update: {
          actor_id?: string | null
          answer_id?: string | null
          client_note_id?: string | null
          created_at?: string
          enquiry_id?: string | null
          id?: string
          message_id?: string | null
          project_id?: string | null
          project_note_id?: string | null
          read_at?: string | null
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'notices_actor_id_fkey'
            columns: ['actor_id']
            isOneToOne: false
            referencedRelation: 'user_profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'notices_answer_id_fkey'
            columns: ['answer_id']
            isOneToOne: false
            referencedRelation: 'update_answers'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'notices_client_note_id_fkey'
            columns: ['client_note_id']
            isOneToOne: false
            referencedRelation: 'client_notes'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'notices_enquiry_id_fkey'
            columns: ['enquiry_id']
            isOneToOne: false
            referencedRelation: 'contact_submissions'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'notices_message_id_fkey'
            columns: ['message_id']
            isOneToOne: false
            referencedRelation: 'chat_messages'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'notices_project_id_fkey'
            columns: ['project_id']
            isOneToOne: false
            referencedRelation: 'projects'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'notices_project_note_id_fkey'
            columns: ['project_note_id']
            isOneToOne: false
            referencedRelation: 'project_notes'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'notices_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'user_profiles'
            referencedColumns: ['id']
          },
        ]
      }
      page_counts: {
        Row: {
          calls: number
          day: string
          page: string
          plan: string
          service: '' | 'website' | 'marketing' | 'ai' | 'design' | 'other'
          views: number
          visits: number
        }
        Insert: {
          calls?: number
          day: string
          page: string
          plan?: string
          service?: '' | 'website' | 'marketing' | 'ai' | 'design' | 'other'
          views?: number
          visits?: number
        }
        Update: {
          calls?: number
          day?: string
          page?: string
          plan?: string
          service?: '' | 'website' | 'marketing' | 'ai' | 'design' | 'other'
          views?: number
          visits?: number
        }
        Relationships: []
      }
      password_vault: {
        Row: {
          agency_id: string | null
          client_id: string | null
          created_at: string
          encrypted_notes: string | null
          encrypted_password: string
          id: string
          is_favorite: boolean
          password_changed_at: string
          password_strength_score: number
          tags: string[]
          title: string
          updated_at: string
          user_id: string | null
          username: string | null
          website_url: string | null
        }
        Insert: {
          agency_id?: string | null
          client_id?: string | null
          created_at?: string
          encrypted_notes?: string | null
          encrypted_password: string
          id?: string
          is_favorite?: boolean
          password_changed_at?: string
          password_strength_score?: number
          tags?: string[]
          title: string
          updated_at?: string
          user_id?: string | null
          username?: string | null
          website_url?: string | null
        }
        Update: {
          agency_id?: string | null
          client_id?: string | null
          created_at?: string
          encrypted_notes?: string | null
          encrypted_password?: string
          id?: string
          is_favorite?: boolean
          password_changed_at?: string
          password_strength_score?: number
          tags?: string[]
          title?: string
          updated_at?: string
          user_id?: string | null
          username?: string | null
          website_url?: string | null
        }
        Relationships: [
          {
            foreignKeyName: 'password_vault_agency_id_fkey'
            columns: ['agency_id']
            isOneToOne: false
            referencedRelation: 'agencies'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'password_vault_client_id_fkey'
            columns: ['client_id']
            isOneToOne: false
            referencedRelation: 'clients'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'password_vault_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'user_profiles'
            referencedColumns: ['id']
          },
        ]
      }
      project_notes: {
        Row: {
          created_at: string
          edited_at: string | null
          id: string
          note_category: string | null
          note_text: string
          project_id: string
          staff_id: string | null
        }
        Insert: {
          created_at?: string
          edited_at?: string | null
          id?: string
          note_category?: string | null
          note_text: string
          project_id: string
          staff_id?: string | null
        }
        Update: {
          created_at?: string
          edited_at?: string | null
          id?: string
          note_category?: string | null
          note_text?: string
          project_id?: string
          staff_id?: string | null
        }
        Relationships: [
          {
            foreignKeyName: 'project_notes_project_id_fkey'
            columns: ['project_id']
            isOneToOne: false
            referencedRelation: 'projects'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'project_notes_staff_id_fkey'
            columns: ['staff_id']
            isOneToOne: false
            referencedRelation: 'user_profiles'
            referencedColumns: ['id']
          },
        ]
      }
      project_update_versions: {
        Row: {
          content: string
          id: string
          is_milestone: boolean
          replaced_at: string
          replaced_by: string | null
          title: string
          update_id: string
          update_type: 'progress' | 'milestone' | 'general' | 'review' | 'delivery'
          visibility: 'agency' | 'client'
        }
        Insert: {
          content: string
          id?: string
          is_milestone: boolean
          replaced_at?: string
          replaced_by?: string | null
          title: string
          update_id: string
          update_type: 'progress' | 'milestone' | 'general' | 'review' | 'delivery'
          visibility: 'agency' | 'client'
        }
        Update: {
          content?: string
          id?: string
          is_milestone?: boolean
          replaced_at?: string
          replaced_by?: string | null
          title?: string
          update_id?: string
          update_type?: 'progress' | 'milestone' | 'general' | 'review' | 'delivery'
          visibility?: 'agency' | 'client'
        }
        Relationships: [
          {
            foreignKeyName: 'project_update_versions_replaced_by_fkey'
            columns: ['replaced_by']
            isOneToOne: false
            referencedRelation: 'user_profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'project_update_versions_update_id_fkey'
            columns: ['update_id']
            isOneToOne: false
            referencedRelation: 'project_updates'
            referencedColumns: ['id']
          },
        ]
      }
      project_updates: {
        Row: {
          content: string
          created_at: string
          created_by: string | null
          edited_at: string | null
          id: string
          is_milestone: boolean
          project_id: string
          search_text: string | null
          shown_at: string | null
          title: string
          update_type: 'progress' | 'milestone' | 'general' | 'review' | 'delivery'
          updated_at: string
          visibility: 'agency' | 'client'
        }
        Insert: {
          content: string
          created_at?: string
          created_by?: string | null
          edited_at?: string | null
          id?: string
          is_milestone?: boolean
          project_id: string
          shown_at?: string | null
          title: string
          update_type?: 'progress' | 'milestone' | 'general' | 'review' | 'delivery'
          updated_at?: string
          visibility?: 'agency' | 'client'
        }
        Update: {
          content?: string
          created_at?: string
          created_by?: string | null
          edited_at?: string | null
          id?: string
          is_milestone?: boolean
          project_id?: string
          shown_at?: string | null
          title?: string
          update_type?: 'progress' | 'milestone' | 'general' | 'review' | 'delivery'
          updated_at?: string
          visibility?: 'agency' | 'client'
        }
        Relationships: [
          {
            foreignKeyName: 'project_updates_created_by_fkey'
            columns: ['created_by']
            isOneToOne: false
            referencedRelation: 'user_profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'project_updates_project_id_fkey'
            columns: ['project_id']
            isOneToOne: false
            referencedRelation: 'projects'
            referencedColumns: ['id']
          },
        ]
      }
      projects: {
        Row: {
          actual_completion_date: string | null
          agency_id: string
          assigned_to: string | null
          budget: number | null
          client_id: string
          created_at: string
          created_by: string | null
          description: string | null
          id: string
          name: string
          priority: 'low' | 'medium' | 'high' | 'urgent'
          priority_rank: number | null
          project_type:
            | 'web_development'
            | 'graphic_design'
            | 'digital_marketing'
            | 'ai_automation'
            | 'consultation'
            | 'maintenance'
          requirements: string | null
          search_name: string | null
          search_text: string
          start_date: string | null
          status: 'planning' | 'in_progress' | 'review' | 'completed' | 'on_hold' | 'cancelled'
          status_rank: number | null
          target_completion_date: string | null
          updated_at: string
        }
        Insert: {
          actual_completion_date?: string | null
          agency_id?: string
          assigned_to?: string | null
          budget?: number | null
          client_id: string
          created_at?: string
          created_by?: string | null
          description?: string | null
          id?: string
          name: string
          priority?: 'low' | 'medium' | 'high' | 'urgent'
          project_type:
            | 'web_development'
            | 'graphic_design'
            | 'digital_marketing'
            | 'ai_automation'
            | 'consultation'
            | 'maintenance'
          requirements?: string | null
          search_text?: string
          start_date?: string | null
          status?: 'planning' | 'in_progress' | 'review' | 'completed' | 'on_hold' | 'cancelled'
          target_completion_date?: string | null
          updated_at?: string
        }
        Update: {
          actual_completion_date?: string | null
          agency_id?: string
          assigned_to?: string | null
          budget?: number | null
          client_id?: string
          created_at?: string
          created_by?: string | null
          description?: string | null
          id?: string
          name?: string
          priority?: 'low' | 'medium' | 'high' | 'urgent'
          project_type?:
            | 'web_development'
            | 'graphic_design'
            | 'digital_marketing'
            | 'ai_automation'
            | 'consultation'
            | 'maintenance'
          requirements?: string | null
          search_text?: string
          start_date?: string | null
          status?: 'planning' | 'in_progress' | 'review' | 'completed' | 'on_hold' | 'cancelled'
          target_completion_date?: string | null
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: 'projects_agency_id_fkey'
            columns: ['agency_id']
            isOneToOne: false
            referencedRelation: 'agencies'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'projects_assigned_to_fkey'
            columns: ['assigned_to']
            isOneToOne: false
            referencedRelation: 'user_profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'projects_client_id_fkey'
            columns: ['client_id', 'agency_id']
            isOneToOne: false
            referencedRelation: 'clients'
            referencedColumns: ['id', 'agency_id']
          },
          {
            foreignKeyName: 'projects_created_by_fkey'
            columns: ['created_by']
            isOneToOne: false
            referencedRelation: 'user_profiles'
            referencedColumns: ['id']
          },
        ]
      }
      recently_deleted: {
        Row: {
          agency_id: string | null
          belongs_to: string | null
          client_id: string | null
          contents: Json
          deleted_at: string
          deleted_by: string | null
          id: string
          kind: 'client' | 'project' | 'note' | 'update' | 'enquiry' | 'agency'
          search_text: string | null
          subject_id: string
          title: string
        }
        Insert: {
          agency_id?: string | null
          belongs_to?: string | null
          client_id?: string | null
          contents?: Json
          deleted_at?: string
          deleted_by?: string | null
          id?: string
          kind: 'client' | 'project' | 'note' | 'update' | 'enquiry' | 'agency'
          subject_id: string
          title: string
        }
        Update: {
          agency_id?: string | null
          belongs_to?: string | null
          client_id?: string | null
          contents?: Json
          deleted_at?: string
          deleted_by?: string | null
          id?: string
          kind?: 'client' | 'project' | 'note' | 'update' | 'enquiry' | 'agency'
          subject_id?: string
          title?: string
        }
        Relationships: [
          {
            foreignKeyName: 'recently_deleted_deleted_by_fkey'
            columns: ['deleted_by']
            isOneToOne: false
            referencedRelation: 'user_profiles'
            referencedColumns: ['id']
          },
        ]
      }
      role_permissions: {
        Row: {
          actions: ('read' | 'add' | 'change' | 'delete')[]
          covers: string[]
          position: number
          role: 'user' | 'agency_staff' | 'agency_admin' | 'admin' | 'super_admin'
          scope: 'own' | 'own agency' | 'shared' | 'every agency' | 'others' | 'any'
          subject: string
        }
        Insert: {
          actions: ('read' | 'add' | 'change' | 'delete')[]
          covers: string[]
          position: number
          role: 'user' | 'agency_staff' | 'agency_admin' | 'admin' | 'super_admin'
          scope: 'own' | 'own agency' | 'shared' | 'every agency' | 'others' | 'any'
          subject: string
        }
        Update: {
          actions?: ('read' | 'add' | 'change' | 'delete')[]
          covers?: string[]
          position?: number
          role?: 'user' | 'agency_staff' | 'agency_admin' | 'admin' | 'super_admin'
          scope?: 'own' | 'own agency' | 'shared' | 'every agency' | 'others' | 'any'
          subject?: string
        }
        Relationships: []
      }
      saved_views: {
        Row: {
          created_at: string
          id: string
          list: 'clients' | 'enquiries' | 'projects' | 'users'
          name: string
          query: string
          user_id: string
        }
        Insert: {
          created_at?: string
          id?: string
          list: 'clients' | 'enquiries' | 'projects' | 'users'
          name: string
          query: string
          user_id?: string
        }
        Update: {
          created_at?: string
          id?: string
          list?: 'clients' | 'enquiries' | 'projects' | 'users'
          name?: string
          query?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'saved_views_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'user_profiles'
            referencedColumns: ['id']
          },
        ]
      }
      update_answers: {
        Row: {
          answer: 'approved' | 'changes'
          comment: string | null
          created_at: string
          id: string
          link_id: string | null
          name: string
          update_id: string
        }
        Insert: {
          answer: 'approved' | 'changes'
          comment?: string | null
          created_at?: string
          id?: string
          link_id?: string | null
          name: string
          update_id: string
        }
        Update: {
          answer?: 'approved' | 'changes'
          comment?: string | null
          created_at?: string
          id?: string
          link_id?: string | null
          name?: string
          update_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'update_answers_link_id_fkey'
            columns: ['link_id']
            isOneToOne: false
            referencedRelation: 'client_links'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'update_answers_update_id_fkey'
            columns: ['update_id']
            isOneToOne: true
            referencedRelation: 'project_updates'
            referencedColumns: ['id']
          },
        ]
      }
      user_accounts: {
        Row: {
          awaited_email: string | null
          awaited_until: string | null
          email: string | null
          invited_at: string | null
          last_sign_in_at: string | null
          search_text: string
          user_id: string
        }
        Insert: {
          awaited_email?: string | null
          awaited_until?: string | null
          email?: string | null
          invited_at?: string | null
          last_sign_in_at?: string | null
          search_text?: string
          user_id: string
        }
        Update: {
          awaited_email?: string | null
          awaited_until?: string | null
          email?: string | null
          invited_at?: string | null
          last_sign_in_at?: string | null
          search_text?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'user_accounts_user_id_fkey'
            columns: ['user_id']
            isOneToOne: true
            referencedRelation: 'user_profiles'
            referencedColumns: ['id']
          },
        ]
      }
      user_presence: {
        Row: {
          agency_id: string
          is_online: boolean
          is_typing: boolean
          room_id: 'general'
          updated_at: string
          user_id: string
        }
        Insert: {
          agency_id?: string
          is_online?: boolean
          is_typing?: boolean
          room_id?: 'general'
          updated_at?: string
          user_id?: string
        }
        Update: {
          agency_id?: string
          is_online?: boolean
          is_typing?: boolean
          room_id?: 'general'
          updated_at?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'user_presence_agency_id_fkey'
            columns: ['agency_id']
            isOneToOne: false
            referencedRelation: 'agencies'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'user_presence_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'user_profiles'
            referencedColumns: ['id']
          },
        ]
      }
      user_profiles: {
        Row: {
          agency_id: string | null
          avatar_url: string | null
          created_at: string
          deactivated_at: string | null
          digested_at: string | null
          display_name: string | null
          id: string
          search_text: string | null
          wants_digest: boolean
        }
        Insert: {
          agency_id?: string | null
          avatar_url?: string | null
          created_at?: string
          deactivated_at?: string | null
          digested_at?: string | null
          display_name?: string | null
          id: string
          wants_digest?: boolean
        }
        Update: {
          agency_id?: string | null
          avatar_url?: string | null
          created_at?: string
          deactivated_at?: string | null
          digested_at?: string | null
          display_name?: string | null
          id?: string
          wants_digest?: boolean
        }
        Relationships: [
          {
            foreignKeyName: 'user_profiles_agency_id_fkey'
            columns: ['agency_id']
            isOneToOne: false
            referencedRelation: 'agencies'
            referencedColumns: ['id']
          },
        ]
      }
      user_roles: {
        Row: {
          role: 'user' | 'agency_staff' | 'agency_admin' | 'admin' | 'super_admin'
          user_id: string
        }
        Insert: {
          role: 'user' | 'agency_staff' | 'agency_admin' | 'admin' | 'super_admin'
          user_id: string
        }
        Update: {
          role?: 'user' | 'agency_staff' | 'agency_admin' | 'admin' | 'super_admin'
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'user_roles_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'user_profiles'
            referencedColumns: ['id']
          },
        ]
      }
      vault_access_logs: {
        Row: {
          action: 'updated' | 'deleted' | 'copied' | 'viewed'
          agency_id: string | null
          created_at: string
          id: string
          user_agent: string | null
          user_id: string | null
          vault_entry_id: string
        }
        Insert: {
          action: 'updated' | 'deleted' | 'copied' | 'viewed'
          agency_id?: string | null
          created_at?: string
          id?: string
          user_agent?: string | null
          user_id?: string | null
          vault_entry_id: string
        }
        Update: {
          action?: 'updated' | 'deleted' | 'copied' | 'viewed'
          agency_id?: string | null
          created_at?: string
          id?: string
          user_agent?: string | null
          user_id?: string | null
          vault_entry_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'vault_access_logs_agency_id_fkey'
            columns: ['agency_id']
            isOneToOne: false
            referencedRelation: 'agencies'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'vault_access_logs_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'user_profiles'
            referencedColumns: ['id']
          },
        ]
      }
    }
    Views: {
      update_reach: {
        Row: {
          answer: string | null
          client_id: string | null
          client_name: string | null
          first_opened_at: string | null
          last_opened_at: string | null
          project_id: string | null
          project_name: string | null
          shown_at: string | null
          times_opened: number | null
          title: string | null
          update_id: string | null
          update_type: string | null
        }
        Relationships: []
      }
    }
    Functions: {
      act_for: {
        Args: {
          actor: string
          about: string
        }
        Returns: undefined
      }
      address_mail_sent: {
        Args: {
          change: string
          kind: string
        }
        Returns: undefined
      }
      answer_client_update: {
        Args: {
          token_hash: string
          update: string
          answer: string
          comment: string
          name: string
        }
        Returns: string
      }
      api_surface: {
        Args: Record<PropertyKey, never>
        Returns: {
          kind: string
          name: string
          guarded: boolean
        }[]
      }
      ask_address_change: {
        Args: {
          person: string
          address: string
        }
        Returns: undefined
      }
      audit_trail: {
        Args: {
          search?: string
          kinds?: string[]
          first_row?: number
          row_count?: number
        }
        Returns: {
          id: string
          created_at: string
          kind: string
          agency_id: string
          agency_name: string
          actor_kind: string
          actor_id: string
          actor_name: string
          subject_id: string
          said: Json
          total: number
        }[]
      }
      backup_state: {
        Args: Record<PropertyKey, never>
        Returns: {
          has_backups: boolean
          last_good_at: string
          is_proven: boolean
          last_begun_at: string
          failure: string
          is_under_way: boolean
        }[]
      }
      bring_back: {
        Args: {
          subjects: string[]
        }
        Returns: number
      }
      bring_back_person: {
        Args: {
          person: string
        }
        Returns: undefined
      }
      change_vault_passphrase: {
        Args: {
          entries: Json
          left_out?: string[]
          user_agent?: string
        }
        Returns: number
      }
      chat_reads: {
        Args: Record<PropertyKey, never>
        Returns: {
          user_id: string
          display_name: string
          up_to: number
        }[]
      }
      check_audit_chain: {
        Args: Record<PropertyKey, never>
        Returns: {
          problem: string
          place: number
          event_id: string
          created_at: string
        }[]
      }
      client_digests_to_send: {
        Args: Record<PropertyKey, never>
        Returns: {
          client: string
        }[]
      }
      client_mails_to_send: {
        Args: Record<PropertyKey, never>
        Returns: {
          mail: string
          created_at: string
        }[]
      }
      client_page_file: {
        Args: {
          token_hash: string
          file: string
        }
        Returns: {
          file_path: string
          file_name: string
          file_type: string
          file_size: number
        }[]
      }
      close_chat_connection: {
        Args: {
          connection: string
          person: string
        }
        Returns: boolean
      }
      confirm_address_change: {
        Args: {
          token_hash: string
        }
        Returns: string
      }
      count_pages: {
        Args: {
          counts: Json
        }
        Returns: undefined
      }
      deactivate_person: {
        Args: {
          person: string
          reassign_to?: string
        }
        Returns: undefined
      }
      delete_message: {
        Args: {
          message: string
        }
        Returns: undefined
      }
      dismiss_mail: {
        Args: {
          mail_id: string
        }
        Returns: boolean
      }
      due_address_mails: {
        Args: Record<PropertyKey, never>
        Returns: {
          id: string
          kind: string
          recipient: string
          name: string
          asker: string
          new_address: string
          token: string
        }[]
      }
      edit_message: {
        Args: {
          message: string
          words: string
        }
        Returns: undefined
      }
      enquiries_to_remind_of: {
        Args: Record<PropertyKey, never>
        Returns: {
          enquiry: string
        }[]
      }
      enquiry_figures: {
        Args: {
          reply_hours: number
        }
        Returns: {
          waiting: number
          late: number
          set_aside: number
          median_seconds: number
        }[]
      }
      enquiry_recipients: {
        Args: {
          configured?: string
        }
        Returns: string[]
      }
      erase: {
        Args: {
          kind: string
          subject: string
          is_meant?: boolean
          files?: string[]
        }
        Returns: Json
      }
      erase_deletion: {
        Args: {
          deletion: string
          files: string[]
        }
        Returns: undefined
      }
      erase_from_audit_trail: {
        Args: {
          subject: string
        }
        Returns: boolean
      }
      erasure_receipts: {
        Args: Record<PropertyKey, never>
        Returns: Json[]
      }
      expired_deletions: {
        Args: Record<PropertyKey, never>
        Returns: {
          deletion: string
          files: string[]
        }[]
      }
      files_of: {
        Args: {
          kind: string
          subject: string
        }
        Returns: {
          bucket: string
          name: string
        }[]
      }
      find_anything: {
        Args: {
          typed: string
        }
        Returns: {
          kind: string
          id: string
          title: string
          detail: string
          page: string
          likeness: number
        }[]
      }
      forget_deleted_vault_entries: {
        Args: {
          people: string[]
          agencies: string[]
        }
        Returns: number
      }
      has_deletions_to_settle: {
        Args: Record<PropertyKey, never>
        Returns: boolean
      }
      has_due_mails: {
        Args: Record<PropertyKey, never>
        Returns: boolean
      }
      import_rows: {
        Args: {
          import: string
          place: string
          agency: string
          given: Json
        }
        Returns: {
          added: number
          updated: number
        }[]
      }
      keep_audit_trail: {
        Args: Record<PropertyKey, never>
        Returns: undefined
      }
      keep_chat_connections: {
        Args: {
          server: string
          connections: string[]
        }
        Returns: {
          ended: string[]
          departed: Json
        }[]
      }
      leaver: {
        Args: {
          person: string
          agency: string
        }
        Returns: {
          name: string
          agency_name: string
          left_at: string
          own: number
          unnamed: number
          deleted: number
        }[]
      }
      leavers_list: {
        Args: {
          person: string
          agency: string
        }
        Returns: {
          id: string
          title: string
          website_url: string
          username: string
          owner: string
          is_theirs: boolean
          copied_at: string
          viewed_at: string
          password_changed_at: string
          is_changed: boolean
        }[]
      }
      mail_state: {
        Args: Record<PropertyKey, never>
        Returns: {
          has_queue: boolean
          host: string
          waiting: number
          waiting_since: string
          undelivered: number
        }[]
      }
      make_client_link: {
        Args: {
          client: string
          name: string
          days?: number
        }
        Returns: {
          id: string
          token: string
        }[]
      }
      make_client_of_enquiry: {
        Args: {
          enquiry: string
          existing?: string
        }
        Returns: string
      }
      make_digest_link: {
        Args: {
          client: string
        }
        Returns: string
      }
      make_first_super_admin: {
        Args: {
          person: string
        }
        Returns: undefined
      }
      make_mailed_link: {
        Args: {
          mail: string
        }
        Returns: string
      }
      mark_messages_read: {
        Args: {
          last_seen?: number
        }
        Returns: undefined
      }
      match_clients: {
        Args: {
          agency: string
          given: Json
        }
        Returns: {
          place: number
          recognised_by: string
          found: Json
        }[]
      }
      match_projects: {
        Args: {
          agency: string
          given: Json
        }
        Returns: {
          place: number
          client_id: string
          clients_named: number
          found: Json
        }[]
      }
      me: {
        Args: Record<PropertyKey, never>
        Returns: {
          id: string
          roles: string[]
          agency_id: string
          is_active: boolean
          owes_second_step: boolean
        }[]
      }
      messages_read_until: {
        Args: Record<PropertyKey, never>
        Returns: string
      }
      misplaced_files: {
        Args: Record<PropertyKey, never>
        Returns: {
          bucket: string
          name: string
          belongs_in: string
        }[]
      }
      my_unread: {
        Args: Record<PropertyKey, never>
        Returns: {
          messages: number
          notices: number
        }[]
      }
      note_audit_export: {
        Args: Record<PropertyKey, never>
        Returns: undefined
      }
      note_export: {
        Args: {
          subject: string
          name: string
          agency: string
        }
        Returns: undefined
      }
      note_list_export: {
        Args: {
          list: string
          row_count: number
        }
        Returns: undefined
      }
      notice_digests_to_send: {
        Args: Record<PropertyKey, never>
        Returns: {
          person: string
        }[]
      }
      open_chat_connection: {
        Args: {
          server: string
          connection: string
        }
        Returns: {
          user_id: string
          agency_id: string
          expires_at: number
          is_first: boolean
          last_number: number
        }[]
      }
      open_client_page: {
        Args: {
          token_hash: string
          page?: number
          counts?: boolean
        }
        Returns: Json
      }
      person_with_email: {
        Args: {
          address: string
        }
        Returns: {
          id: string
          agency_id: string
          has_come: boolean
        }[]
      }
      queued_mails: {
        Args: Record<PropertyKey, never>
        Returns: {
          id: string
          recipient: string
          subject: string
          state: string
          attempts: number
          failure: string
          created_at: string
          due_at: string
          can_be_sent_again: boolean
        }[]
      }
      reopen_invitation: {
        Args: {
          person: string
        }
        Returns: undefined
      }
      revoke_invitation: {
        Args: {
          person: string
        }
        Returns: undefined
      }
      send_mail_again: {
        Args: {
          mail_id: string
        }
        Returns: boolean
      }
      send_mails_again: {
        Args: Record<PropertyKey, never>
        Returns: number
      }
      text_gives_away: {
        Args: {
          client: string
          words: string
        }
        Returns: {
          kind: string
          what: string
        }[]
      }
      to_erase_again: {
        Args: {
          receipts: Json
        }
        Returns: {
          kind: string
          subject: string
        }[]
      }
      undo_address_change: {
        Args: {
          token_hash: string
        }
        Returns: {
          address: string
          needs_password: boolean
        }[]
      }
      undo_import: {
        Args: {
          import: string
        }
        Returns: {
          undone: number
          remaining: number
        }[]
      }
      visit_figures: {
        Args: {
          days: number
        }
        Returns: {
          about: string
          name: string
          visits: number
          views: number
          calls: number
          enquiries: number
        }[]
      }
      website_facts: {
        Args: Record<PropertyKey, never>
        Returns: {
          name: string
          email: string
          phone: string
          postal_address: string
          live_chat_hours: string
          social_links: string[]
          logo_url: string
          fields_of_work: string[]
          testimonials: Json
          cases: Json
        }[]
      }
    }
    Enums: { [_ in never]: never }
    CompositeTypes: { [_ in never]: never }
  }
}

export type Tables<Name extends keyof Database['public']['Tables']> = Database['public']['Tables'][Name]['Row']
