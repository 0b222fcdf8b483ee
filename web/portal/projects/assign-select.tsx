import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { staffQuery } from '../people/staff-query.ts'
import { StaffSelect } from '../people/staff-select.tsx'
import { useQueuedWrite } from '../writes/use-write.ts'
import { assignProjects, toAssignee } from './change-projects.ts'
import type { ListedProject } from './project.ts'

type AssignSelectProps = {
  project: ListedProject
  /** The agencies of all projects on the page, whose staff are read in one request. */
  agencyIds: readonly string[]
}

/** A select that assigns a project within the list. The choice is shown at once and reverts when saving fails. */
export function AssignSelect({ project, agencyIds }: AssignSelectProps) {
  const { data: staff = [] } = useQuery(staffQuery(agencyIds))
  const { write, latest, isBusy } = useQueuedWrite(assignProjects)
  // The options are rendered once the pointer or the keyboard reaches the select: a page of lists with everybody in
  // each would be thousands of names.
  const [isReachedFor, setReachedFor] = useState(false)
  const reachFor = () => setReachedFor(true)

  return (
    <StaffSelect
      aria-label={`Assign ${project.name} to`}
      aria-busy={isBusy}
      staff={isReachedFor ? staff.filter(({ agency_id }) => agency_id === project.agency_id) : []}
      assigned={project.assigned_to}
      assigneeName={project.assignee?.display_name}
      chosen={latest?.[0]?.to.assigned_to}
      onPointerEnter={reachFor}
      onPointerDown={reachFor}
      onFocus={reachFor}
      onAssign={(person) => write([toAssignee({ ...project, ...latest?.[0]?.to }, person)])}
      className="unfolded:h-8 max-w-56 unfolded:w-36 tight:w-27 tight:pr-5 tight:pl-1.5 tight:md:text-sm tight:[--chevron-inset:0.25rem]"
    />
  )
}
