import { invokeFunction } from '../../lib/invoke-function.ts'
import { supabase } from '../../lib/supabase.ts'
import { unwrap } from '../../lib/unwrap.ts'
import { type Role, roles } from '../me/role.ts'
import { unwrapChange } from '../writes/unwrap-change.ts'
import type { Write } from '../writes/use-write.ts'
import type { User } from './user.ts'
import type { Invitation, NewUser } from './user-form.ts'
import { userToasts } from './user-toasts.ts'

const words = userToasts

export const addUser: Write<NewUser> = {
  mutationFn: (user) => invokeFunction('create-user', user),
  meta: {
    succeeded: words.created,
    failed: words.creationFailed,
    refresh: ['user_profiles', 'user_roles'],
    isAddition: true,
  },
}

export const inviteUser: Write<Invitation> = {
  mutationFn: (invitation) => invokeFunction('invite-user', invitation),
  // An invitation to the same address is the same invitation, so a retry adds nobody twice.
  meta: { succeeded: words.invited, failed: words.invitationFailed, refresh: ['user_profiles', 'user_roles'] },
}

/** Sends the invitation again to the same address. */
export const inviteAgain: Write<User> = {
  mutationFn: ({ email, display_name, roles: held, agency_id }) => {
    if (email === null) throw new Error('Their email address is not known.')
    const role = roles.findLast((known) => held.includes(known)) ?? 'user'
    return invokeFunction('invite-user', {
      email,
      name: display_name ?? email,
      role,
      ...(agency_id !== null && { agencyId: agency_id }),
    })
  },
  meta: { succeeded: words.invitedAgain, failed: words.invitationFailed, refresh: ['user_profiles', 'user_accounts'] },
}

export const revokeInvitation: Write<string> = {
  mutationFn: async (person) => unwrap(await (await supabase()).rpc('revoke_invitation', { person })),
  meta: {
    succeeded: words.invitationRevoked,
    failed: words.revocationFailed,
    refresh: ['user_profiles', 'user_accounts', 'user_roles'],
  },
}

/** Requests another address, which has to be confirmed. */
export const changeAddress: Write<{ userId: string; email: string }> = {
  mutationFn: ({ userId, email }) => invokeFunction('change-address', { userId, email }),
  meta: { succeeded: words.addressAsked, failed: words.addressNotAsked, refresh: ['user_accounts'] },
}

export const resetPassword: Write<{ userId: string; newPassword: string }> = {
  mutationFn: ({ userId, newPassword }) => invokeFunction('reset-user-password', { userId, newPassword }),
  meta: { succeeded: words.passwordReset, failed: words.resetFailed, refresh: [] },
}

export const deactivate: Write<{ person: string; reassign_to?: string }> = {
  mutationFn: async (leaver) => unwrap(await (await supabase()).rpc('deactivate_person', leaver)),
  meta: {
    succeeded: words.deactivated,
    failed: words.deactivationFailed,
    refresh: ['user_profiles', 'user_accounts', 'projects', 'clients'],
  },
}

export const bringBack: Write<string> = {
  mutationFn: async (person) => unwrap(await (await supabase()).rpc('bring_back_person', { person })),
  meta: { succeeded: words.broughtBack, failed: words.bringingBackFailed, refresh: ['user_profiles', 'user_accounts'] },
}

type RoleChange = { userId: string; role: Role }

export const assignRole: Write<RoleChange> = {
  mutationFn: async ({ userId, role }) =>
    unwrap(await (await supabase()).from('user_roles').insert({ user_id: userId, role })),
  // The write is not marked as an addition: its failure may mean that another person has granted the role already.
  meta: { succeeded: words.roleAssigned, failed: words.roleAssignmentFailed, refresh: ['user_roles'] },
}

export const removeRole: Write<RoleChange> = {
  mutationFn: async ({ userId, role }) => {
    const held = (await supabase()).from('user_roles')
    const removed = await held.delete({ count: 'exact' }).eq('user_id', userId).eq('role', role)
    unwrapChange(removed, 'role', 'remove it')
  },
  meta: { succeeded: words.roleRemoved, failed: words.roleRemovalFailed, refresh: ['user_roles'] },
}
