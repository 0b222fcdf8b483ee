import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useMyRoles } from '../me/me-queries.ts'
import { isSuperAdmin } from '../me/role.ts'
import { agencyNamesQuery } from './agency-names-query.ts'

/**
 * The agencies that the reader chooses from: all of them for a super admin where there are several, otherwise
 * undefined.
 */
export function useAgenciesToChoose() {
  const seesEverything = isSuperAdmin(useMyRoles() ?? [])
  const { data } = useQuery({ ...agencyNamesQuery(), enabled: seesEverything })
  return seesEverything && data && data.length > 1 ? data : undefined
}

/** Finds the name of an agency, for a reader who sees rows of several. */
export function useAgencyNames(): (agencyId: string) => string | undefined {
  const agencies = useAgenciesToChoose()
  return useMemo(() => {
    const names = new Map(agencies?.map(({ id, name }) => [id, name]))
    return (agencyId) => names.get(agencyId)
  }, [agencies])
}
