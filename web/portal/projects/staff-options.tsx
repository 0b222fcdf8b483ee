import type { UserProfile } from '../../lib/row-types.ts'
import { nameOf } from '../people/person.tsx'
import { UNASSIGNED } from './project.ts'

type StaffOptionsProps = {
  staff: readonly Pick<UserProfile, 'id' | 'display_name'>[]
  /** The current assignee, who is offered even when no longer among the staff, so that nothing changes unasked. */
  assigned: string | null
  assigneeName?: string | null | undefined
}

export function StaffOptions({ staff, assigned, assigneeName }: StaffOptionsProps) {
  const isMissing = assigned !== null && !staff.some(({ id }) => id === assigned)
  return (
    <>
      <option value={UNASSIGNED}>Unassigned</option>
      {isMissing && <option value={assigned}>{nameOf({ display_name: assigneeName ?? null })}</option>}
      {staff.map(({ id, display_name }) => (
        <option key={id} value={id}>
          {nameOf({ display_name })}
        </option>
      ))}
    </>
  )
}
