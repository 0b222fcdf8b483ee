import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Control, useController } from 'react-hook-form'
import { useDebounced } from '../../lib/use-debounced.ts'
import { Combobox } from '../../ui/combobox.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/input.tsx'
import type { DraftedUpdate, NewUpdate, ProjectChoice } from './update.ts'
import { CHOICES, type ProjectChoices, projectChoicesQuery } from './update-queries.ts'

type ProjectFieldProps = {
  control: Control<DraftedUpdate, unknown, NewUpdate>
  clientId: string
  projects: ProjectChoices
  onChosen: (project: ProjectChoice | null) => void
}

/** Chooses the project of an update, from a plain list or, with many projects, by typing. */
export function ProjectField({ control, clientId, projects, onChosen }: ProjectFieldProps) {
  const { field, fieldState } = useController({ control, name: 'project' })
  const { value: chosen, onChange, onBlur, ref } = field
  const choice = { chosen, onChoose, onBlur, ref, required: true }

  function onChoose(project: ProjectChoice | null) {
    onChange(project)
    onChosen(project)
  }

  return (
    <Field label="Project" error={fieldState.error?.message}>
      {(attributes) =>
        projects.count <= CHOICES ? (
          <ProjectList {...attributes} {...choice} projects={projects.rows} />
        ) : (
          <ProjectSearch {...attributes} {...choice} clientId={clientId} />
        )
      }
    </Field>
  )
}

type ChoiceProps = {
  id: string
  ref: (element: HTMLElement | null) => void
  required: boolean
  chosen: ProjectChoice | null
  onChoose: (project: ProjectChoice | null) => void
  onBlur: () => void
}

function ProjectList({ projects, chosen, onChoose, ...props }: ChoiceProps & { projects: readonly ProjectChoice[] }) {
  return (
    <Select
      {...props}
      value={chosen?.id ?? ''}
      onChange={({ target }) => onChoose(projects.find(({ id }) => id === target.value) ?? null)}
    >
      <option value="">Select a project</option>
      {projects.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Select>
  )
}

/** The delay after a keystroke: long enough for a fast typist, short enough that nobody waits for it. */
const PAUSE_MS = 80

function ProjectSearch({ clientId, chosen, onChoose, ...props }: ChoiceProps & { clientId: string }) {
  const [typed, setTyped] = useState('')
  const search = useDebounced(typed, PAUSE_MS)
  const { data, isError, isPlaceholderData } = useQuery(projectChoicesQuery(clientId, search))
  const isSettled = typed === search && !isPlaceholderData && data !== undefined
  return (
    <Combobox
      {...props}
      placeholder="Search for a project"
      listLabel="Projects"
      items={isError ? [] : (data?.rows ?? [])}
      itemKey={({ id }) => id}
      itemText={({ name }) => name}
      renderItem={({ name }) => name}
      selected={chosen}
      onSelect={onChoose}
      onSearch={setTyped}
      isSettled={isSettled}
      status={isError ? 'The projects could not be loaded.' : statusOf(data, isSettled)}
    />
  )
}

function statusOf(found: ProjectChoices | undefined, isSettled: boolean) {
  if (!found || !isSettled) return 'Searching...'
  if (found.count === 0) return 'No projects found.'
  if (found.count > found.rows.length)
    return `The newest ${found.rows.length} of ${found.count}. Type to narrow them down.`
  return found.count === 1 ? '1 project found' : `${found.count} projects found`
}
