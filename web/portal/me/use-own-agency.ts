import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useMe } from './me.ts'
import { myRolesQuery, useMyProfile } from './me-queries.ts'
import { rememberAgency, rememberedAgency } from './own-agency.ts'
import { hasNoRole, isSuperAdmin } from './role.ts'

/**
 * Remembers the agency to which the person's lists are narrowed. If lists were narrowed to another one, because the person was moved
 * or made a super admin, they are read again, and empty ones count as never read.
 */
export function useOwnAgency() {
  const queryClient = useQueryClient()
  const me = useMe().id
  const { data: profile } = useMyProfile()
  const { data: roles } = useQuery(myRolesQuery(me))
  const isKnown = profile !== undefined && roles !== undefined
  const agencyId = isKnown && !isSuperAdmin(roles) && !hasNoRole(roles) ? (profile?.agency_id ?? '') : ''

  useEffect(() => {
    if (!isKnown) return
    const before = rememberedAgency(me)
    if (before === agencyId) return
    rememberAgency(me, agencyId)
    // Lists that were not narrowed showed all that the person may see.
    if (!before) return
    void queryClient.resetQueries({ predicate: ({ state }) => isEmptyList(state.data) })
    void queryClient.invalidateQueries({ predicate: ({ state }) => !isEmptyList(state.data) })
  }, [queryClient, me, isKnown, agencyId])
}

const isEmptyList = (data: unknown) =>
  typeof data === 'object' && data !== null && 'rows' in data && Array.isArray(data.rows) && data.rows.length === 0
