import { queryOptions } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'
import { unwrap } from '../../lib/unwrap.ts'
import type { ClientRequest } from './client-request.ts'

/** The limit of the list, which is beyond the number of open requests that a client may have. */
const MOST = 100

const WITH_PEOPLE_AND_FILES =
  '*, assignee:user_profiles!assigned_to(display_name), step:project_steps(title, project_id), update:project_updates(title, project_id), files:client_request_files(id, file_name, file_path, file_size, file_type)'

/** What a client asked for: the open ones, then the closed ones, each the newest first. */
export const requestsQuery = (clientId: string) =>
  queryOptions({
    queryKey: ['client-requests', clientId],
    queryFn: async ({ signal }): Promise<ClientRequest[]> => {
      const requests = (await supabase()).from('client_requests').select(WITH_PEOPLE_AND_FILES)
      const ofClient = requests.eq('client_id', clientId).order('closed_at', { ascending: false, nullsFirst: true })
      const newest = ofClient.order('created_at', { ascending: false }).order('id').limit(MOST)
      return unwrap(await newest.order('created_at', { referencedTable: 'files' }).abortSignal(signal))
    },
  })
