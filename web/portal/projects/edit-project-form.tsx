import { useMyRoles } from '../me/me-queries.ts'
import { isSuperAdmin } from '../me/role.ts'
import { EntityForm } from '../writes/entity-form.tsx'
import { useEntityForm } from '../writes/use-entity-form.ts'
import { openStepsOf, type ProjectWithClient } from './project.ts'
import { projectForm, typedOf } from './project-form.ts'
import { ProjectFormFields, toastMissingFields } from './project-form-fields.tsx'
import { updateProject } from './project-mutations.ts'

/**
 * The form of a stored project. What was typed survives leaving the form and the page; only Cancel and success clear
 * it.
 */
export function EditProjectForm({ project, onDone }: { project: ProjectWithClient; onDone: () => void }) {
  const mayAssign = isSuperAdmin(useMyRoles() ?? [])
  const entity = useEntityForm({
    values: typedOf(project),
    schema: projectForm,
    draft: `project/${project.id}`,
    write: updateProject(project.id, {
      mayAssign,
      // The form also saves a project that was completed before.
      openSteps: project.status === 'completed' ? 0 : openStepsOf(project),
    }),
    version: project.updated_at,
    onDone,
  })
  return (
    <EntityForm
      entity={entity}
      thing="project"
      showsUnsavedNote
      onSubmit={entity.save}
      onInvalid={toastMissingFields}
      action="Save Changes"
      busyAction="Saving..."
      footer="sticky"
      className="grid gap-5"
    >
      <ProjectFormFields isStored assigneeName={project.assignee?.display_name} />
    </EntityForm>
  )
}
