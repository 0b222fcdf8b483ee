import { useMutation, useQueryClient } from '@tanstack/react-query'
import { invokeFunction } from '../../lib/invoke-function.ts'
import { supabase } from '../../lib/supabase.ts'
import { unwrap, unwrapCount } from '../../lib/unwrap.ts'
import { DASHBOARD_STATS } from '../home/stats-query.ts'
import type { Role } from '../me/role.ts'
import type { NewUser } from './user.ts'
import { USERS } from './user-queries.ts'

export function useAddUser() {
  const refresh = useRefreshUsers()
  return useMutation({
    mutationFn: ({ email, name, password, role }: NewUser) =>
      invokeFunction('create-user', { email, name, password, role }),
    onSuccess: refresh,
  })
}

export function useResetPassword() {
  return useMutation({
    mutationFn: ({ userId, newPassword }: { userId: string; newPassword: string }) =>
      invokeFunction('reset-user-password', { userId, newPassword }),
  })
}

type RoleChange = { userId: string; role: Role }

export function useAssignRole() {
  const refresh = useRefreshUsers()
  return useMutation({
    mutationFn: async ({ userId, role }: RoleChange) =>
      unwrap(await (await supabase()).from('user_roles').insert({ user_id: userId, role })),
    // Also after a failure: somebody else may have given the role already.
    onSettled: refresh,
  })
}

export function useRemoveRole() {
  const refresh = useRefreshUsers()
  return useMutation({
    mutationFn: async ({ userId, role }: RoleChange) => {
      const held = (await supabase()).from('user_roles')
      const removed = unwrapCount(await held.delete({ count: 'exact' }).eq('user_id', userId).eq('role', role))
      if (removed === 0) throw new Error('This role was not held, or you may not remove it.')
    },
    onSettled: refresh,
  })
}

function useRefreshUsers() {
  const queryClient = useQueryClient()
  return () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: USERS }),
      queryClient.invalidateQueries({ queryKey: DASHBOARD_STATS }),
    ])
}
