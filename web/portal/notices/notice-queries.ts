import { queryOptions } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'
import { unwrap } from '../../lib/unwrap.ts'

/** The number of notices in the bell's list; older ones have been read, or never will be. */
const SHOWN = 50

const WITH_WHAT_HAPPENED = `
  id, created_at, read_at, actor:user_profiles!actor_id(display_name, avatar_url),
  project:projects(id, name, client:clients(name)),
  step:project_steps(id, title, due_on, project:projects(id, name)),
  enquiry:contact_submissions(id, name, business_name),
  answer:update_answers(answer, name, person, update:project_updates(title, project:projects(id))),
  update:project_updates(id, title, answer_by, project:projects(id, client:clients(name))),
  request:client_requests(id, title, client:clients(id, name)),
  secret:client_secrets(id, label, client:clients(name)),
  call:calls(id, starts_at, client:clients(id, name), enquiry:contact_submissions(id, name)),
  message:chat_messages(content),
  client_note:client_notes(note_text, sender_name, sender_email, client:clients(id, name)),
  project_note:project_notes(note_text, project:projects(id, name))` as const

/** The person's notices, newest first, with the part of their subject that the person may see. */
export const noticesQuery = () =>
  queryOptions({
    queryKey: ['notices'],
    queryFn: async ({ signal }) => {
      const notices = (await supabase()).from('notices').select(WITH_WHAT_HAPPENED)
      const newest = notices.order('created_at', { ascending: false }).order('id').limit(SHOWN)
      return unwrap(await newest.abortSignal(signal))
    },
  })
