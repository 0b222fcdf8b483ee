import { toRefusal } from '../_shared/auth-errors.ts'
import { type ServiceClient, unwrap } from '../_shared/database.ts'
import { isUuid } from '../_shared/uuid.ts'
import type { People } from './create-user.ts'

/** The people of this project, reached with the service key. */
export function peopleOf(supabase: ServiceClient): People {
  return {
    async findAgency(id) {
      if (!isUuid(id)) return undefined
      const agency = unwrap(await supabase.from('agencies').select('is_active').eq('id', id).maybeSingle())
      return agency ? { isActive: agency.is_active } : undefined
    },
    async create({ email, name, password }) {
      const { data, error } = await supabase.auth.admin.createUser({
        email,
        password,
        email_confirm: true,
        user_metadata: { name },
      })
      if (error) throw toRefusal(error)
      return data.user.id
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
