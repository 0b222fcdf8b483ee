import type { ComponentProps } from 'react'
import type { UserProfile } from '../../lib/row-types.ts'
import { Select } from '../../ui/input.tsx'
import { nameOf } from './person.tsx'
import { assigneeOf, UNASSIGNED } from './unassigned.ts'

type StaffOptionsProps = {
  staff: readonly Pick<UserProfile, 'id' | 'display_name'>[]
  /** The current assignee, who is offered even when no longer among the staff, so that nothing changes unasked. */
  assigned: string | null
  assigneeName?: string | null | undefined
  /** The option for nobody. */
  nobody?: string | undefined
}

export function StaffOptions({ staff, assigned, assigneeName, nobody = 'Unassigned' }: StaffOptionsProps) {
  const isMissing = assigned !== null && !staff.some(({ id }) => id === assigned)
  return (
    <>
      <option value={UNASSIGNED}>{nobody}</option>
      {isMissing && <option value={assigned}>{nameOf({ display_name: assigneeName ?? null })}</option>}
      {staff.map(({ id, display_name }) => (
        <option key={id} value={id}>
          {nameOf({ display_name })}
        </option>
      ))}
    </>
  )
}

type StaffSelectProps = StaffOptionsProps &
  Omit<ComponentProps<typeof Select>, 'value' | 'onChange'> & {
    /** The choice that is being saved, where it differs from the stored assignee. */
    chosen?: string | null | undefined
    onAssign: (person: string | null) => void
  }

/** A select that gives something to a person on the staff of its agency, or to nobody. */
export function StaffSelect(props: StaffSelectProps) {
  const { staff, assigned, assigneeName, nobody, chosen = assigned, onAssign, ...select } = props
  return (
    <Select {...select} value={chosen ?? UNASSIGNED} onChange={({ target }) => onAssign(assigneeOf(target.value))}>
      <StaffOptions {...{ staff, assigned, assigneeName, nobody }} />
    </Select>
  )
}
