import { bearerOf, requireCaller } from './caller.ts'
import { type ServiceClient, unwrap } from './database.ts'
import { type Fields, Refusal, textField } from './http.ts'
import { isUuid } from './uuid.ts'

/** A client or one of its people, `name` and agency included, whom the caller may export or erase. */
export type WholeSubject = {
  kind: 'client' | 'client_person'
  id: string
  name: string
  agencyId: string
  /** The agency in whose name it is erased; null for super admins. */
  erasesFor: string | null
  callerId: string
}

/**
 * Finds the subject of `{ client: id }` or `{ person: id }`. The database decides as the caller: what they may not export or
 * erase is refused as if it did not exist.
 */
export async function requireSubject(
  request: Request,
  fields: Fields,
  supabase: ServiceClient,
  is_erasing: boolean,
): Promise<WholeSubject> {
  const { id: callerId } = await requireCaller(request, supabase)
  const kind = 'person' in fields ? 'client_person' : 'client'
  const id = textField(fields, kind === 'client' ? 'client' : 'person')
  const found = isUuid(id)
    ? unwrap(
        await supabase
          .rpc('whole_subject', { kind, subject: id, is_erasing })
          .setHeader('Authorization', bearerOf(request)),
      )
    : []
  const [subject] = found
  if (!subject) throw new Refusal(404, `There is no such ${kind === 'client' ? 'client' : 'person'}.`)
  return { kind, id, name: subject.name, agencyId: subject.agency_id, erasesFor: subject.erases_for, callerId }
}
