import { actFor, serviceClient, unwrap } from '../_shared/database.ts'
import { exportArchive } from '../_shared/export/export-archive.ts'
import { answerPost } from '../_shared/http.ts'
import { requireSubject } from '../_shared/whole-subject.ts'

/** Sends everything of a client, `{ client: id }`, or of one of its people, `{ person: id }`, as an archive. */
export default {
  fetch: answerPost('The export failed. Please try again.', async (fields, request) => {
    const supabase = serviceClient()
    const { kind, id, name, agencyId, callerId } = await requireSubject(request, fields, supabase, false)
    await actFor(supabase, callerId, id)
    unwrap(await supabase.rpc('note_export', { subject: id, name, agency: agencyId }))
    const { archive, exported } = exportArchive(supabase, { kind, id, name })
    // The caller notices a failure by the archive, which ends with an error.
    exported.catch((error: unknown) => console.error(error))
    return archive
  }),
}
