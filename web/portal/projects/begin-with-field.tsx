import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import { useDebounced } from '../../lib/use-debounced.ts'
import { Combobox } from '../../ui/combobox.tsx'
import { Field } from '../../ui/field.tsx'
import { typedFormFields } from '../../ui/typed-form-fields.ts'
import { type BeginWith, beginnings } from './begin-with.ts'
import { type NamedProject, projectsByNameQuery } from './projects-by-name-query.ts'

const { SelectField } = typedFormFields<BeginWith>()

const labels = { process: 'The four steps of our process', project: 'The steps of another project' }

/** The steps that a new project begins with. */
export function BeginWithField() {
  const { control } = useFormContext<BeginWith>()
  const begin_with = useWatch({ control, name: 'begin_with' })
  return (
    <div className="grid gap-4 sm:col-span-2 sm:grid-cols-2 sm:gap-x-5">
      <SelectField name="begin_with" label="Begin With" options={beginnings} labels={labels} empty="No steps" />
      {begin_with === 'project' && <SourceField />}
    </div>
  )
}

function SourceField() {
  const { control } = useFormContext<BeginWith>()
  const { field, fieldState } = useController({ control, name: 'begin_project' })
  return (
    <Field
      label="Steps Of"
      error={fieldState.error?.message}
      hint="Their days count from the start date, or from today."
    >
      {(attributes) => (
        <ProjectBox
          {...attributes}
          ref={field.ref}
          onBlur={field.onBlur}
          selected={field.value}
          onSelect={(project) => field.onChange(project && { id: project.id, name: project.name })}
        />
      )}
    </Field>
  )
}

type Chosen = Pick<NamedProject, 'id' | 'name'> & Partial<Pick<NamedProject, 'clients'>>

type ProjectBoxProps = Pick<
  ComponentProps<typeof Combobox>,
  'id' | 'aria-invalid' | 'aria-describedby' | 'ref' | 'onBlur' | 'required'
> & { selected: Chosen | null; onSelect: (project: Chosen | null) => void }

/** The delay after a keystroke before the search, as among clients. */
const PAUSE_MS = 80

/** A combobox to choose among all projects, which the server searches. */
function ProjectBox({ selected, onSelect, ...control }: ProjectBoxProps) {
  const [typed, setTyped] = useState('')
  const search = useDebounced(typed, PAUSE_MS)
  const { data: projects = [], isError, isPending } = useQuery(projectsByNameQuery(search))
  const isSettled = typed === search && !isPending
  return (
    <Combobox<Chosen>
      {...control}
      placeholder="Search by name or client"
      listLabel="Projects"
      items={isError ? [] : projects}
      itemKey={({ id }) => id}
      itemText={({ name }) => name}
      renderItem={({ name, clients }) => (
        <>
          {name}
          {clients && <span className="block text-ink-soft text-sm">{clients.name}</span>}
        </>
      )}
      selected={selected}
      onSelect={onSelect}
      onSearch={setTyped}
      isSettled={isSettled}
      status={isError ? 'The projects could not be loaded.' : statusOf(projects.length, isSettled)}
    />
  )
}

function statusOf(count: number, isSettled: boolean) {
  if (!isSettled) return 'Searching...'
  if (count === 0) return 'No projects found.'
  return count === 1 ? '1 project found' : `${count} projects found`
}
