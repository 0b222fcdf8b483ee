import { toRefusal } from '../_shared/auth-errors.ts'
import { actFor, type ServiceClient, unwrap } from '../_shared/database.ts'
import { Refusal } from '../_shared/http.ts'
import { agencyStoreOf } from '../_shared/placement-store.ts'
import { env } from '../_shared/runtime.ts'
import type { InvitationStore } from './invite-user.ts'

const HAS_AN_ACCOUNT =
  'Somebody with this email address has an account already. They can sign in with it, by Forgot password if need be.'

/** Access to invited people; the audit trail names `callerId`. */
export function invitationStoreOf(supabase: ServiceClient, callerId: string): InvitationStore {
  return {
    ...agencyStoreOf(supabase),
    async invite({ email, name }) {
      await actFor(supabase, callerId, email)
      const siteUrl = env('SITE_URL')
      const { data, error } = await supabase.auth.admin.inviteUserByEmail(email, {
        data: { name },
        // The query parameter `invited` tells /auth what kind of link has expired.
        ...(siteUrl && { redirectTo: `${siteUrl}/auth?invited` }),
      })
      if (error) throw error.code === 'email_exists' ? new Refusal(422, HAS_AN_ACCOUNT) : toRefusal(error)
      return data.user.id
    },
    async findInvitation(address) {
      const known = unwrap(await supabase.rpc('person_with_email', { address }).maybeSingle())
      if (!known) return undefined
      if (known.has_come) throw new Refusal(422, HAS_AN_ACCOUNT)
      const held = unwrap(await supabase.from('user_roles').select('role').eq('user_id', known.id))
      return { id: known.id, agencyId: known.agency_id, roles: held.map(({ role }) => role) }
    },
    async reopen(person) {
      unwrap(await supabase.rpc('reopen_invitation', { person }))
    },
    async place(seen, { agencyId, role }) {
      const placing = {
        person: seen.id,
        seen_roles: seen.roles,
        new_role: role,
        ...(seen.agencyId !== null && { seen_agency: seen.agencyId }),
        ...(agencyId !== null && { new_agency: agencyId }),
      }
      return unwrap(await supabase.rpc('place_invited', placing))
    },
    async removeUnplaced(person) {
      unwrap(await supabase.rpc('drop_unplaced_invitation', { person }))
    },
  }
}
