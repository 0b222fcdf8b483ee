import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { useId } from 'react'
import { Link, useNavigate } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { Menu, MenuContent, MenuItem, MenuTrigger } from '../../ui/menu.tsx'
import { Switch } from '../../ui/switch.tsx'
import { projectChoicesQuery } from '../updates/update-queries.ts'
import { toUpdateOfRequest } from '../updates/use-project-from-address.ts'
import { useWrite } from '../writes/use-write.ts'
import type { ClientRequest } from './client-request.ts'
import { countRequest, makeStep } from './request-mutations.ts'

/** The step that was made of a request, and the update in which the client reads of it. */
export function MadeOfRequest({ request: { step, update } }: { request: ClientRequest }) {
  const made = [step && { ...step, kind: 'Step' }, update && { ...update, kind: 'Update' }].filter(
    (thing) => thing !== null,
  )
  if (made.length === 0) return null
  return (
    <ul className="grid gap-1 text-sm">
      {made.map(({ kind, title, project_id }) => (
        <li key={kind} className="wrap-anywhere">
          {kind}:{' '}
          <Link to={`/dashboard/projects/${project_id}`} className="underline underline-offset-2">
            {title}
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** The buttons that make a step or an update of a request, each in one of the client's projects. */
export function MakeOfRequest({ request }: { request: ClientRequest }) {
  const { data: projects } = useQuery(projectChoicesQuery(request.client_id))
  const [make, isBusy] = useWrite(makeStep(request))
  const navigate = useNavigate()
  if (!projects || projects.count === 0) return null
  const menu = { title: request.title, projects: projects.rows, isBusy }
  return (
    <>
      {request.step === null && <ProjectMenu {...menu} label="Make a step" onChoose={(id) => void make(id)} />}
      {request.update === null && (
        <ProjectMenu
          {...menu}
          label="Write update"
          onChoose={(id) => void navigate(toUpdateOfRequest(request.client_id, id, request))}
        />
      )}
    </>
  )
}

type ProjectMenuProps = {
  label: string
  title: string
  projects: readonly { id: string; name: string }[]
  isBusy: boolean
  onChoose: (projectId: string) => void
}

const ProjectMenu = ({ label, title, projects, isBusy, onChoose }: ProjectMenuProps) => (
  <Menu>
    <MenuTrigger asChild>
      <Button variant="outline" className="h-9 px-3 text-sm" aria-label={`${label}: ${title}`} disabled={isBusy}>
        {label}
        <ChevronDown aria-hidden />
      </Button>
    </MenuTrigger>
    <MenuContent>
      {projects.map(({ id, name }) => (
        <MenuItem key={id} onSelect={() => onChoose(id)}>
          {name}
        </MenuItem>
      ))}
    </MenuContent>
  </Menu>
)

/** Counts a request that is done as one of the content updates of the client's plan. */
export function CountsAsContentUpdate({ request }: { request: ClientRequest }) {
  const id = useId()
  const [count, isBusy] = useWrite(countRequest(request.id))
  return (
    <div className="flex items-center gap-2 text-sm">
      <Switch
        id={id}
        checked={request.counts_as_content_update}
        disabled={isBusy}
        onCheckedChange={(counts) => void count(counts)}
      />
      <label htmlFor={id} className="cursor-pointer">
        Counts as a content update
      </label>
    </div>
  )
}
