import { serviceClient } from '../_shared/database.ts'
import { answerPost } from '../_shared/http.ts'
import { requireSubject } from '../_shared/whole-subject.ts'
import { eraseSubject } from './erase-subject.ts'

/** Erases a client, `{ client: id }`, or one of its people, `{ person: id }`, for good. May be repeated. */
export default {
  fetch: answerPost('Not everything is erased yet. Please try again.', async (fields, request) => {
    const supabase = serviceClient()
    await eraseSubject(supabase, await requireSubject(request, fields, supabase, true))
    return { success: true }
  }),
}
