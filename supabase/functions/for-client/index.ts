import { serviceClient } from '../_shared/database.ts'
import { answerPost } from '../_shared/http.ts'
import { forClient } from './for-client.ts'

/** Serves client pages where a static host serves the site, with hosted Supabase. */
export default {
  fetch: answerPost('This page cannot be shown right now. Please try again.', (fields) =>
    forClient(fields, serviceClient()),
  ),
}
