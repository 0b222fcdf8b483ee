import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type FieldErrors, useFormContext, useWatch } from 'react-hook-form'
import { cn } from '../../lib/cn.ts'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/input.tsx'
import { toast } from '../../ui/toast.ts'
import { typedFormFields } from '../../ui/typed-form-fields.ts'
import { useMyRoles } from '../me/me-queries.ts'
import { isSuperAdmin } from '../me/role.ts'
import { AgencySelect, useAgencySuggestion } from '../people/agency-select.tsx'
import { staffQuery } from '../people/staff-query.ts'
import { StaffOptions } from '../people/staff-select.tsx'
import { assigneeOf, UNASSIGNED } from '../people/unassigned.ts'
import { projectStatuses, statusLabels } from '../project-status/project-status.ts'
import { BeginWithField } from './begin-with-field.tsx'
import { budgetText } from './budget.ts'
import { ClientField } from './client-field.tsx'
import { priorities, priorityLabels, projectTypes, typeLabels } from './project.ts'
import type { TypedProject } from './project-form.ts'
import { projectToasts } from './project-toasts.ts'
import { useCompletionDay } from './use-completion-day.ts'

const { DateField, SelectField, TextField } = typedFormFields<TypedProject>()

type ProjectFormFieldsProps = {
  /** True for a stored project; a new one has no field for its completion day until it is completed. */
  isStored?: boolean
  /** The agency that the list is narrowed to, for a new project. */
  listAgencyId?: string
  /** The name of the stored assignee, who may no longer be among the staff. */
  assigneeName?: string | null | undefined
}

/** The fields of a project, new or stored. */
export function ProjectFormFields({ isStored = false, listAgencyId, assigneeName }: ProjectFormFieldsProps) {
  const mayAssign = isSuperAdmin(useMyRoles() ?? [])
  const [agencyId, chooseAgency] = useAgencyOfNew(isStored ? undefined : listAgencyId)
  return (
    <div className="grid gap-4 sm:grid-cols-2 sm:gap-x-5">
      <TextField
        name="name"
        label="Project Name"
        required
        className={agencyId === undefined ? 'sm:col-span-2' : undefined}
      />
      {agencyId !== undefined && (
        <AgencySelect
          value={agencyId}
          hint="Its clients are offered first."
          onChange={({ target }) => chooseAgency(target.value)}
        />
      )}
      <ClientField showsAgency={mayAssign} agencyId={agencyId ?? ''} />
      <SelectField
        name="project_type"
        label="Project Type"
        options={projectTypes}
        labels={typeLabels}
        empty="Select a type"
        required
      />
      <TextField name="description" label="Description" rows={3} className="sm:col-span-2" />
      <StatusAndDates isStored={isStored} />
      <BudgetField />
      {mayAssign && <AssigneeField assigneeName={assigneeName} />}
      {!isStored && <BeginWithField />}
      <TextField name="requirements" label="Requirements" rows={3} className="sm:col-span-2" />
    </div>
  )
}

function StatusAndDates({ isStored }: { isStored: boolean }) {
  const { isCompleted, hint, announcement, onStatusChange } = useCompletionDay(useFormContext<TypedProject>())
  const isCompletable = isStored || isCompleted
  return (
    <>
      <SelectField
        name="status"
        label="Status"
        options={projectStatuses}
        labels={statusLabels}
        onChange={onStatusChange}
      />
      <SelectField name="priority" label="Priority" options={priorities} labels={priorityLabels} />
      <div className={cn('grid gap-4 sm:col-span-2 sm:gap-x-5', isCompletable ? 'sm:grid-cols-3' : 'sm:grid-cols-2')}>
        <DateField name="start_date" label="Start Date" />
        <DateField name="target_completion_date" label="Target Completion Date" />
        {isCompletable && <DateField name="actual_completion_date" label="Actual Completion Date" hint={hint} />}
        {/* For whoever hears the form: the status has changed another field. */}
        <p role="status" className="sr-only">
          {announcement}
        </p>
      </div>
    </>
  )
}

/** The budget is a text field, since a number field would lose `1.250,00` before the form could parse it. */
function BudgetField() {
  const amount = budgetText(useWatch<TypedProject, 'budget'>({ name: 'budget' }))
  return <TextField name="budget" label="Budget ($)" inputMode="decimal" step="0.01" hint={amount} />
}

/**
 * The agency of a new project is its client's. Until a client is chosen, the agency decides whose clients come first.
 */
function useAgencyOfNew(listAgencyId: string | undefined) {
  const { control, setValue } = useFormContext<TypedProject>()
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

/** The field for the assignee, disabled until a client is chosen: only staff of the client's agency can be assigned. */
function AssigneeField({ assigneeName }: Pick<ProjectFormFieldsProps, 'assigneeName'>) {
  const { control: form, setValue } = useFormContext<TypedProject>()
  const [client, chosen] = useWatch({ control: form, name: ['client', 'assigned_to'] })
  const agencyId = client?.agency_id ?? ''
  const { data: staff = [] } = useQuery({ ...staffQuery([agencyId]), enabled: agencyId !== '' })
  return (
    <Field label="Assign To" hint={client ? undefined : 'Choose a client first.'}>
      {(control) => (
        // The select is controlled, because its options arrive after a draft or a stored value was restored.
        <Select
          {...control}
          value={chosen}
          onChange={(event) => setValue('assigned_to', event.target.value, { shouldDirty: true })}
        >
          <StaffOptions staff={staff} assigned={assigneeOf(chosen)} assigneeName={assigneeName} />
        </Select>
      )}
    </Field>
  )
}

/** Missing required fields are announced by a toast; other problems stand at their fields. */
export function toastMissingFields({ name, client, project_type }: FieldErrors<TypedProject>) {
  if (name?.type === 'too_small' || client || project_type) toast.error(projectToasts.missingFields)
}
