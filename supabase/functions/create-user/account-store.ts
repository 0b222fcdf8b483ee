import { toRefusal } from '../_shared/auth-errors.ts'
import { actFor, type ServiceClient } from '../_shared/database.ts'
import { placementStoreOf } from '../_shared/placement-store.ts'
import type { AccountStore } from './create-user.ts'

/** Access to accounts; the audit trail names `callerId`. */
export function accountStoreOf(supabase: ServiceClient, callerId: string): AccountStore {
  return {
    ...placementStoreOf(supabase),
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
  }
}
