import { requestStatuses } from '../../for-clients/asked-request.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import { StoredFiles } from '../files/stored-files.tsx'
import { useMe } from '../me/me.ts'
import { nameOf } from '../people/person.tsx'
import { BUCKET } from '../updates/attach-file.ts'
import { useWrite } from '../writes/use-write.ts'
import { type ClientRequest, isOpen, statusTones } from './client-request.ts'
import { CountsAsContentUpdate, MadeOfRequest, MakeOfRequest } from './made-of-request.tsx'
import { NotNowDialog } from './not-now-dialog.tsx'
import { changeRequest } from './request-mutations.ts'

export function RequestItem({ request }: { request: ClientRequest }) {
  const { title, words, name, status, reason, created_at, files } = request
  return (
    <li className="grid grid-cols-1 gap-2 border-line border-t px-5 py-4">
      <header>
        <p className="flex flex-wrap items-center gap-2 text-ink-soft text-sm">
          <Badge tone={statusTones[status]}>{requestStatuses[status]}</Badge>
          <Handler request={request} />
        </p>
        <h3 className="wrap-anywhere mt-1.5 font-semibold">{title}</h3>
        <p className="wrap-anywhere text-ink-soft text-sm">
          {name}, <TimeAgo moment={created_at} />
        </p>
      </header>
      {words && <p className="wrap-anywhere max-h-60 overflow-y-auto whitespace-pre-wrap text-[0.9375rem]">{words}</p>}
      {files.length > 0 && (
        <StoredFiles
          files={files.map(({ file_path, file_name, file_size, file_type }) => ({
            ...{ bucket: BUCKET, path: file_path, name: file_name, size: file_size, type: file_type },
          }))}
        />
      )}
      {reason && <p className="wrap-anywhere text-ink-soft text-sm">Not now: {reason}</p>}
      <MadeOfRequest request={request} />
      {status === 'done' && <CountsAsContentUpdate request={request} />}
      <RequestButtons request={request} />
    </li>
  )
}

function Handler({ request: { assigned_to, assignee } }: { request: ClientRequest }) {
  const me = useMe().id
  if (assigned_to === null) return null
  return (
    <span className="wrap-anywhere">{assigned_to === me ? 'Assigned to you' : `Assigned to ${nameOf(assignee)}`}</span>
  )
}

function RequestButtons({ request }: { request: ClientRequest }) {
  const me = useMe().id
  const { title, status, assigned_to } = request
  const [change, isBusy] = useWrite(changeRequest(request))
  const button = (label: string, to: Parameters<typeof change>[0]) => (
    <Button
      variant="outline"
      className="h-9 px-3 text-sm"
      aria-label={`${label}: ${title}`}
      disabled={isBusy}
      onClick={() => void change(to)}
    >
      {label}
    </Button>
  )
  if (!isOpen(request)) {
    const before = { status: assigned_to === null ? 'received' : 'in_progress', assigned_to, reason: null } as const
    return (
      <div className="flex flex-wrap gap-2">
        {button('Reopen', before)}
        {status === 'done' && <MakeOfRequest request={request} />}
      </div>
    )
  }
  return (
    <div className="flex flex-wrap gap-2">
      {(assigned_to !== me || status === 'received') &&
        button('Assign to me', { status: 'in_progress', assigned_to: me, reason: null })}
      {button('Done', { status: 'done', assigned_to, reason: null })}
      <NotNowDialog request={request} isBusy={isBusy} />
      <MakeOfRequest request={request} />
    </div>
  )
}
