import { serviceClient } from '../_shared/database.ts'
import { answerPost } from '../_shared/http.ts'
import { forClient } from './for-client.ts'

/** A client's page by their link, where no server of ours fills it: hosted Supabase before a host of files. */
export default {
  fetch: answerPost('This page cannot be shown right now. Please try again.', (fields) =>
    forClient(fields, serviceClient()),
  ),
}
