import { type ServiceClient, unwrap } from './database.ts'
import type { AgencyStore, PlacementStore } from './placement.ts'
import { isUuid } from './uuid.ts'

export function agencyStoreOf(supabase: ServiceClient): AgencyStore {
  return {
    async findAgency(id) {
      if (!isUuid(id)) return undefined
      const agency = unwrap(await supabase.from('agencies').select('is_active').eq('id', id).maybeSingle())
      return agency ? { isActive: agency.is_active } : undefined
    },
  }
}

/** Places people in agencies, with the service key. */
export function placementStoreOf(supabase: ServiceClient): PlacementStore {
  return {
    ...agencyStoreOf(supabase),
    async putIntoAgency(id, agencyId) {
      // A trigger creates the profile with the account; .single() throws if it is missing.
      unwrap(await supabase.from('user_profiles').update({ agency_id: agencyId }).eq('id', id).select('id').single())
    },
    async grantRole(id, role) {
      unwrap(await supabase.from('user_roles').insert({ user_id: id, role }))
    },
    async remove(id) {
      const { error } = await supabase.auth.admin.deleteUser(id)
      if (error) throw error
    },
  }
}
