import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { DeleteDialog } from '../../ui/delete-dialog.tsx'
import { Select } from '../../ui/input.tsx'
import { useQueuedWrite, useWrite } from '../editing/use-write.ts'
import { useChosenRows } from '../list/chosen-rows.tsx'
import { useMyRoles } from '../me/me-queries.ts'
import { isSuperAdmin } from '../me/role.ts'
import { assignProjects, changeProjects, statusChange } from './change-projects.ts'
import { type ListedProject, projectStatuses, statusLabels } from './project.ts'
import { UNASSIGNED } from './project-form.ts'
import { deleteProjects } from './project-mutations.ts'
import { staffQuery } from './project-queries.ts'
import { StaffOptions } from './staff-options.tsx'

/** What is done to several projects at once; nothing where none is chosen. */
export function ChosenProjects({ projects }: { projects: readonly ListedProject[] }) {
  const { chosen, chooseAll, chooseNone } = useChosenRows(projects)
  const seesEverything = isSuperAdmin(useMyRoles() ?? [])
  if (chosen.length === 0) return null
  const count = chosen.length === 1 ? '1 chosen' : `${chosen.length} chosen`
  return (
    <section
      aria-label="Chosen projects"
      className="sticky top-0 z-10 flex flex-wrap items-center gap-2 border-line border-t bg-card px-5 py-2"
    >
      <p role="status" className="mr-2 font-medium text-sm tabular-nums">
        {count}
      </p>
      <StatusOfAll projects={chosen} />
      {seesEverything && <AssigneeOfAll projects={chosen} />}
      <DeleteAll projects={chosen} />
      <div className="ml-auto flex gap-1">
        {chosen.length < projects.length && (
          <Button variant="ghost" onClick={chooseAll}>
            All on this page
          </Button>
        )}
        <Button variant="ghost" onClick={chooseNone}>
          None
        </Button>
      </div>
    </section>
  )
}

type ChosenProps = { projects: readonly ListedProject[] }

function StatusOfAll({ projects }: ChosenProps) {
  const { write, isBusy } = useQueuedWrite(changeProjects)
  return (
    <Select
      aria-label="Status of the chosen projects"
      value=""
      disabled={isBusy}
      onChange={({ target }) => {
        const status = projectStatuses.find((known) => known === target.value)
        const others = projects.filter((project) => project.status !== status)
        const [first] = others
        if (!status || !first) return
        write({
          projects: others.map((project) => ({
            ...project,
            from: { status: project.status, actual_completion_date: project.actual_completion_date },
          })),
          to: statusChange({ ...first, actual_completion_date: null, start_date: null }, status),
        })
      }}
      className="h-9 w-auto"
    >
      <option value="">Set status</option>
      {projectStatuses.map((status) => (
        <option key={status} value={status}>
          {statusLabels[status]}
        </option>
      ))}
    </Select>
  )
}

/** Those of one agency are done by its staff; of several nobody can do them all. */
function AssigneeOfAll({ projects }: ChosenProps) {
  const { write, isBusy } = useQueuedWrite(assignProjects)
  const agencyIds = [...new Set(projects.map(({ agency_id }) => agency_id))]
  const { data: staff = [] } = useQuery(staffQuery(agencyIds))
  return (
    <Select
      aria-label="Assign the chosen projects to"
      value=""
      disabled={isBusy}
      onChange={({ target }) =>
        write({
          projects: projects.map((project) => ({ ...project, from: { assigned_to: project.assigned_to } })),
          to: { assigned_to: target.value === UNASSIGNED ? null : target.value },
        })
      }
      className="h-9 w-auto max-w-48"
    >
      <option value="">Assign to</option>
      <StaffOptions staff={agencyIds.length === 1 ? staff : []} assigned={null} />
    </Select>
  )
}

function DeleteAll({ projects }: ChosenProps) {
  const [leaving, setLeaving] = useState<readonly ListedProject[]>()
  const [remove, isBusy] = useWrite(deleteProjects, { onSettled: () => setLeaving(undefined) })
  return (
    <>
      <Button variant="ghost" className="hover:bg-danger-wash hover:text-danger" onClick={() => setLeaving(projects)}>
        Delete
      </Button>
      <DeleteDialog
        item={leaving}
        title={leaving?.length === 1 ? 'Delete project?' : `Delete ${leaving?.length ?? 0} projects?`}
        describe={(projects) => (
          <>
            <strong>{projects.map(({ name }) => name).join(', ')}</strong> and all their updates, files and notes are
            removed. They can be brought back for 30 days.
          </>
        )}
        isBusy={isBusy}
        onDelete={(projects) => void remove(projects.map(({ id }) => id))}
        onClose={() => setLeaving(undefined)}
      />
    </>
  )
}
