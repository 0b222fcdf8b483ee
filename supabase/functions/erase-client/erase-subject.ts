import type { ServiceClient } from '../_shared/database.ts'
import { eraseForGood } from '../_shared/erase-for-good.ts'
import { Refusal } from '../_shared/http.ts'
import type { WholeSubject } from '../_shared/whole-subject.ts'

/** Codes of the database for refusals whose message is for the caller. */
const statuses: Record<string, number> = { PT404: 404, PT409: 409 }

/** Erases a subject in the name of the caller. A colleague may have erased it meanwhile, which is a refusal too. */
export async function eraseSubject(
  supabase: ServiceClient,
  { kind, id, callerId, erasesFor }: WholeSubject,
): Promise<void> {
  try {
    await eraseForGood(supabase, { kind, id, actor: callerId, agencyId: erasesFor })
  } catch (error) {
    const status = statuses[Object(error).code]
    throw status ? new Refusal(status, Object(error).message) : error
  }
}
