import { useQuery } from '@tanstack/react-query'
import { Select } from '../../ui/input.tsx'
import { ChosenBar } from '../list/chosen-bar.tsx'
import { DeleteChosen } from '../list/delete-chosen.tsx'
import { SetChosen } from '../list/set-chosen.tsx'
import { useMyRoles } from '../me/me-queries.ts'
import { isSuperAdmin } from '../me/role.ts'
import { staffQuery } from '../people/staff-query.ts'
import { StaffOptions } from '../people/staff-select.tsx'
import { assigneeOf } from '../people/unassigned.ts'
import { projectStatuses, statusLabels } from '../project-status/project-status.ts'
import { useQueuedWrite } from '../writes/use-write.ts'
import { assignProjects, changeProjects, toAssignee, toStatus } from './change-projects.ts'
import type { ListedProject } from './project.ts'
import { deleteProjects } from './project-mutations.ts'

/** The actions on several selected projects. */
export function ChosenProjects({ rows }: { rows: readonly ListedProject[] }) {
  const { write, isBusy } = useQueuedWrite(changeProjects)
  const seesEverything = isSuperAdmin(useMyRoles() ?? [])
  return (
    <ChosenBar label="Chosen projects" rows={rows}>
      {(chosen) => (
        <>
          <SetChosen
            label="Status of the chosen projects"
            action="Set status"
            choices={projectStatuses}
            labels={statusLabels}
            isBusy={isBusy}
            onChoose={(status) => {
              const others = chosen.filter((project) => project.status !== status)
              if (others.length > 0) write(others.map((project) => toStatus(project, status)))
            }}
          />
          {seesEverything && <AssigneeOfAll projects={chosen} />}
          <DeleteChosen
            rows={chosen}
            thing={['project', 'projects']}
            consequence="and all their updates, files and notes are removed."
            write={deleteProjects}
          />
        </>
      )}
    </ChosenBar>
  )
}

/** Assigns all selected projects, if they belong to one agency: staff work for their own agency only. */
function AssigneeOfAll({ projects }: { projects: readonly ListedProject[] }) {
  const { write, isBusy } = useQueuedWrite(assignProjects)
  const agencyIds = [...new Set(projects.map(({ agency_id }) => agency_id))]
  const { data: staff = [] } = useQuery(staffQuery(agencyIds))
  return (
    <Select
      aria-label="Assign the chosen projects to"
      value=""
      disabled={isBusy}
      onChange={({ target }) => {
        const person = assigneeOf(target.value)
        write(projects.map((project) => toAssignee(project, person)))
      }}
      className="h-9 w-auto max-w-48"
    >
      <option value="">Assign to</option>
      <StaffOptions staff={agencyIds.length === 1 ? staff : []} assigned={null} />
    </Select>
  )
}
