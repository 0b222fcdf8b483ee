import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type FieldErrors, type UseFormReturn, useWatch } from 'react-hook-form'
import { cn } from '../../lib/cn.ts'
import { Field } from '../../ui/field.tsx'
import { Input, Select, Textarea } from '../../ui/input.tsx'
import { toast } from '../../ui/toast.ts'
import { useMyRoles } from '../me/me-queries.ts'
import { isSuperAdmin } from '../me/role.ts'
import { AgencySelect, useAgencySuggestion } from '../people/agency-select.tsx'
import { staffQuery } from '../people/staff-query.ts'
import { projectStatuses, statusLabels } from '../project-status/project-status.ts'
import { BudgetField } from './budget-field.tsx'
import { ClientField } from './client-field.tsx'
import { priorities, priorityLabels, projectTypes, typeLabels, UNASSIGNED } from './project.ts'
import type { ProjectFields, TypedProject } from './project-form.ts'
import { projectToasts } from './project-toasts.ts'
import { StaffOptions } from './staff-options.tsx'
import { useCompletionDay } from './use-completion-day.ts'

type ProjectForm = UseFormReturn<TypedProject, unknown, ProjectFields>

type ProjectFormFieldsProps = {
  form: ProjectForm
  /** Whether it is there already: a new one that is not completed yet is not asked when it was. */
  isStored?: boolean
  /** The agency that the list is narrowed to, for a new project. */
  listAgencyId?: string
  /** The name of who is assigned to the project as it is stored, who may no longer be among the staff. */
  assigneeName?: string | null | undefined
}

/** All that is filled in about a project, new or not. */
export function ProjectFormFields({ form, isStored = false, listAgencyId, assigneeName }: ProjectFormFieldsProps) {
  const { register, formState } = form
  const { errors } = formState
  const mayAssign = isSuperAdmin(useMyRoles() ?? [])
  const { isCompleted, hint, said, onStatusChange } = useCompletionDay(form)
  const isCompletable = isStored || isCompleted
  const [agencyId, chooseAgency] = useAgencyOfNew(form, isStored ? undefined : listAgencyId)
  return (
    <div className="grid gap-4 sm:grid-cols-2 sm:gap-x-5">
      <Field
        label="Project Name"
        error={errors.name?.message}
        className={cn(agencyId === undefined && 'sm:col-span-2')}
      >
        {(control) => <Input {...control} {...register('name')} required autoComplete="off" />}
      </Field>
      {agencyId !== undefined && (
        <AgencySelect
          value={agencyId}
          hint="Its clients are offered first."
          onChange={({ target }) => chooseAgency(target.value)}
        />
      )}
      <ClientField form={form} showsAgency={mayAssign} agencyId={agencyId ?? ''} />
      <Field label="Project Type" error={errors.project_type?.message}>
        {(control) => (
          <Select {...control} {...register('project_type')} required>
            <option value="">Select a type</option>
            {projectTypes.map((type) => (
              <option key={type} value={type}>
                {typeLabels[type]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Description" error={errors.description?.message} className="sm:col-span-2">
        {(control) => <Textarea {...control} {...register('description')} rows={3} />}
      </Field>
      <Field label="Status" error={errors.status?.message}>
        {(control) => (
          <Select {...control} {...register('status', { onChange: ({ target }) => onStatusChange(target.value) })}>
            {projectStatuses.map((status) => (
              <option key={status} value={status}>
                {statusLabels[status]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Priority" error={errors.priority?.message}>
        {(control) => (
          <Select {...control} {...register('priority')}>
            {priorities.map((priority) => (
              <option key={priority} value={priority}>
                {priorityLabels[priority]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <div className={cn('grid gap-4 sm:col-span-2 sm:gap-x-5', isCompletable ? 'sm:grid-cols-3' : 'sm:grid-cols-2')}>
        <Field label="Start Date" error={errors.start_date?.message}>
          {(control) => <Input {...control} {...register('start_date')} type="date" max="9999-12-31" />}
        </Field>
        <Field label="Target Completion Date" error={errors.target_completion_date?.message}>
          {(control) => <Input {...control} {...register('target_completion_date')} type="date" max="9999-12-31" />}
        </Field>
        {isCompletable && (
          <Field
            label="Actual Completion Date"
            error={errors.actual_completion_date?.message}
            {...(hint !== undefined && { hint })}
          >
            {(control) => <Input {...control} {...register('actual_completion_date')} type="date" max="9999-12-31" />}
          </Field>
        )}
        {/* For whoever hears the form: the status has changed another field. */}
        <p role="status" className="sr-only">
          {said}
        </p>
      </div>
      <BudgetField form={form} />
      {mayAssign && <AssigneeField form={form} assigneeName={assigneeName} />}
      <Field label="Requirements" error={errors.requirements?.message} className="sm:col-span-2">
        {(control) => <Textarea {...control} {...register('requirements')} rows={3} />}
      </Field>
    </div>
  )
}

/** A project belongs to its client's agency. Before a client is chosen the agency says whose are offered first. */
function useAgencyOfNew({ control, setValue }: ProjectForm, listAgencyId: string | undefined) {
  const client = useWatch({ control, name: 'client' })
  const [chosen, setChosen] = useState<string>()
  const suggested = useAgencySuggestion(listAgencyId)

  function choose(agencyId: string) {
    setChosen(agencyId)
    if (!client || client.agency_id === agencyId) return
    setValue('client', null, { shouldDirty: true })
    setValue('assigned_to', UNASSIGNED, { shouldDirty: true })
  }

  const isAsked = suggested !== undefined && listAgencyId !== undefined
  return [isAsked ? (client?.agency_id ?? chosen ?? suggested) : undefined, choose] as const
}

/** Only staff of the client's agency can be chosen, so the client comes first. */
function AssigneeField({ form, assigneeName }: Pick<ProjectFormFieldsProps, 'form' | 'assigneeName'>) {
  const client = useWatch({ control: form.control, name: 'client' })
  const chosen = useWatch({ control: form.control, name: 'assigned_to' })
  const agencyId = client?.agency_id ?? ''
  const { data: staff = [] } = useQuery({ ...staffQuery([agencyId]), enabled: agencyId !== '' })
  return (
    <Field label="Assign To" {...(client ? {} : { hint: 'Choose a client first.' })}>
      {(control) => (
        // Controlled, because the people arrive after the choice was restored from a draft or a stored project.
        <Select
          {...control}
          value={chosen}
          onChange={(event) => form.setValue('assigned_to', event.target.value, { shouldDirty: true })}
        >
          <StaffOptions staff={staff} assigned={chosen === UNASSIGNED ? null : chosen} assigneeName={assigneeName} />
        </Select>
      )}
    </Field>
  )
}

/** Trying to save without what is required leads to a toast; anything else is said at its field. */
export function complainAboutMissing({ name, client, project_type }: FieldErrors<TypedProject>) {
  if (name?.type === 'too_small' || client || project_type) toast.error(projectToasts.missingFields)
}
