import type { UserProfile } from '../../lib/database.types.ts'
import { UNASSIGNED } from './project-form.ts'

type StaffOptionsProps = {
  staff: readonly Pick<UserProfile, 'id' | 'display_name'>[]
  /** Who is assigned already: offered even if no longer among the staff, so that nothing changes unasked. */
  assigned: string | null
  assigneeName?: string | null | undefined
}

export function StaffOptions({ staff, assigned, assigneeName }: StaffOptionsProps) {
  const isMissing = assigned !== null && !staff.some(({ id }) => id === assigned)
  return (
    <>
      <option value={UNASSIGNED}>Unassigned</option>
      {isMissing && <option value={assigned}>{assigneeName ?? 'Unknown User'}</option>}
      {staff.map(({ id, display_name }) => (
        <option key={id} value={id}>
          {display_name ?? 'Unknown User'}
        </option>
      ))}
    </>
  )
}
