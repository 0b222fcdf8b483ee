import type { People } from '../create-user/create-user.ts'
import type { Guests } from '../invite-user/invite-user.ts'
import { toRefusal } from './auth-errors.ts'
import { actFor, type ServiceClient, unwrap } from './database.ts'
import { Refusal } from './http.ts'
import { env } from './runtime.ts'
import { isUuid } from './uuid.ts'

const HAS_AN_ACCOUNT =
  'Somebody with this email address has an account already. They can sign in with it, by Forgot password if need be.'

/** The people of this project, reached with the service key. What is done to them is told as done by `callerId`. */
export function peopleOf(supabase: ServiceClient, callerId: string): People & Guests {
  return {
    async findAgency(id) {
      if (!isUuid(id)) return undefined
      const agency = unwrap(await supabase.from('agencies').select('is_active').eq('id', id).maybeSingle())
      return agency ? { isActive: agency.is_active } : undefined
    },
    async create({ email, name, password }) {
      await actFor(supabase, callerId, email)
      const { data, error } = await supabase.auth.admin.createUser({
        email,
        password,
        email_confirm: true,
        user_metadata: { name },
      })
      if (error) throw toRefusal(error)
      return data.user.id
    },
    async invite({ email, name }) {
      await actFor(supabase, callerId, email)
      const siteUrl = env('SITE_URL')
      const { data, error } = await supabase.auth.admin.inviteUserByEmail(email, {
        data: { name },
        // The mark tells the page what a link was that does not work any more.
        ...(siteUrl && { redirectTo: `${siteUrl}/auth?invited` }),
      })
      if (error) throw error.code === 'email_exists' ? new Refusal(422, HAS_AN_ACCOUNT) : toRefusal(error)
      return data.user.id
    },
    async findGuest(address) {
      const known = unwrap(await supabase.rpc('person_with_email', { address }).maybeSingle())
      if (!known) return undefined
      if (known.has_come) throw new Refusal(422, HAS_AN_ACCOUNT)
      const held = unwrap(await supabase.from('user_roles').select('role').eq('user_id', known.id))
      return { id: known.id, agencyId: known.agency_id, roles: held.map(({ role }) => role) }
    },
    async reopen(person) {
      unwrap(await supabase.rpc('reopen_invitation', { person }))
    },
    async takeRoles(id, roles) {
      unwrap(await supabase.from('user_roles').delete().eq('user_id', id).in('role', roles).select('role'))
    },
    async putIntoAgency(id, agencyId) {
      // A trigger has made the profile; .single() fails should it not have.
      unwrap(await supabase.from('user_profiles').update({ agency_id: agencyId }).eq('id', id).select('id').single())
    },
    async giveRole(id, role) {
      unwrap(await supabase.from('user_roles').insert({ user_id: id, role }))
    },
    async remove(id) {
      const { error } = await supabase.auth.admin.deleteUser(id)
      if (error) throw error
    },
  }
}
