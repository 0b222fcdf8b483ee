import { atMost, optionalDay, optionalText } from '../../lib/form-rules.ts'
import { z } from '../../lib/zod.ts'
import type { ClientChoice } from '../client-choice/client-choices.ts'
import { assigneeOf, UNASSIGNED } from '../people/unassigned.ts'
import { projectStatuses } from '../project-status/project-status.ts'
import { beginWithForm, beginWithNothing } from './begin-with.ts'
import { typedBudget } from './budget.ts'
import { isBefore, type ProjectWithClient, priorities, projectTypes } from './project.ts'

const clientChoice: z.ZodType<ClientChoice, ClientChoice> = z.object({
  id: z.string(),
  name: z.string(),
  company_name: z.string().nullable(),
  agency_id: z.string().nullable(),
  agencies: z.object({ name: z.string() }).nullable(),
})

/** Adds the error of a required choice that is missing. */
function missing(context: z.RefinementCtx, message: string) {
  context.addIssue(message)
  return z.NEVER
}

/** The rules for the fields of a project; the limits are those of the table. */
export const projectForm = z
  .object({
    name: z.string().trim().min(1, 'Enter a name.').check(atMost(200)),
    client: clientChoice.nullable().transform((client, context) => client ?? missing(context, 'Choose a client.')),
    project_type: z
      .enum([...projectTypes, ''])
      .transform((type, context) => type || missing(context, 'Choose a type.')),
    description: optionalText(10_000),
    status: z.enum(projectStatuses),
    priority: z.enum(priorities),
    start_date: optionalDay,
    target_completion_date: optionalDay,
    actual_completion_date: optionalDay,
    budget: typedBudget,
    requirements: optionalText(20_000),
    assigned_to: z.string().transform(assigneeOf),
    /**
     * The version of the project that is being edited: a draft may be resumed after another person has saved a newer
     * version.
     */
    seen: z.string(),
  })
  .superRefine(({ start_date, target_completion_date, actual_completion_date }, context) => {
    if (isBefore(target_completion_date, start_date)) {
      context.addIssue({
        code: 'custom',
        path: ['target_completion_date'],
        message: 'The target date is before the start date.',
      })
    }
    if (isBefore(actual_completion_date, start_date)) {
      context.addIssue({
        code: 'custom',
        path: ['actual_completion_date'],
        message: 'The completion date is before the start date.',
      })
    }
  })

export type TypedProject = z.input<typeof projectForm>
export type ProjectFields = z.output<typeof projectForm>

/** The rules for a new project, which can begin with steps. */
export const newProjectForm = projectForm.and(beginWithForm)
export type TypedNewProject = z.input<typeof newProjectForm>
export type NewProjectFields = z.output<typeof newProjectForm>

export const newProject: TypedNewProject = {
  name: '',
  client: null,
  project_type: '',
  description: '',
  status: 'planning',
  priority: 'medium',
  start_date: '',
  target_completion_date: '',
  actual_completion_date: '',
  budget: '',
  requirements: '',
  assigned_to: UNASSIGNED,
  seen: '',
  ...beginWithNothing,
}

/** The values of a project as the form shows them. */
export function typedOf({ clients, ...project }: ProjectWithClient): TypedProject {
  const { name, project_type, status, priority } = project
  return {
    name,
    project_type,
    status,
    priority,
    client: clients && choiceOf(clients),
    description: project.description ?? '',
    start_date: project.start_date ?? '',
    target_completion_date: project.target_completion_date ?? '',
    actual_completion_date: project.actual_completion_date ?? '',
    budget: project.budget === null ? '' : String(project.budget),
    requirements: project.requirements ?? '',
    assigned_to: project.assigned_to ?? UNASSIGNED,
    seen: project.updated_at,
  }
}

const choiceOf = ({ id, name, company_name, agency_id, agencies }: ClientChoice): ClientChoice => ({
  id,
  name,
  company_name,
  agency_id,
  agencies: agencies && { name: agencies.name },
})
