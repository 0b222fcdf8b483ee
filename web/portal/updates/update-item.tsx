import { Eye, Flag, Pencil } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { cn } from '../../lib/cn.ts'
import { formatDate } from '../../lib/formats.ts'
import { today } from '../../lib/today.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Day } from '../../ui/day.tsx'
import { DeleteButton } from '../../ui/delete-button.tsx'
import { FileButton } from '../files/file-button.tsx'
import { nameOf } from '../people/person.tsx'
import { BUCKET } from './attach-file.ts'
import { type ReportedUpdate, updateTypeLabels, visibilityLabels } from './update.ts'
import { UpdateReach } from './update-reach.tsx'

type UpdateItemProps = {
  update: ReportedUpdate
  /** True on the page of its project, which does not repeat the project's name and has one level of headings less. */
  isOnProject?: boolean
  onDelete: () => void
  onMail: () => void
  /** Undefined where the person may not edit the update. */
  onEdit: (() => void) | undefined
  onVersions: () => void
}

export function UpdateItem({ update, isOnProject = false, onDelete, onMail, onEdit, onVersions }: UpdateItemProps) {
  const { title, created_at, attachments } = update
  const Heading = isOnProject ? 'h3' : 'h4'
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 border-line border-t py-4 pr-3 pl-5">
      <article className="grid min-w-0 grid-cols-1 gap-2">
        <header>
          <Marks update={update} />
          <Heading className="mt-1.5 break-words font-semibold">{title}</Heading>
          <p className="break-words text-ink-soft text-sm">
            <time dateTime={created_at}>{formatDate(created_at)}</time> by {update.by_program ?? nameOf(update.author)}
            {!isOnProject && <OnProject update={update} />}
            <AnswerBy update={update} />
            {update.edited_at && <Edited title={title} at={update.edited_at} onVersions={onVersions} />}
          </p>
        </header>
        <Content text={update.content} />
        {attachments.length > 0 && (
          <ul aria-label={`Files of ${title}`} className="mt-1 flex flex-wrap gap-2">
            {attachments.map(({ id, file_path, file_name, file_size }) => (
              <li key={id} className="min-w-0 max-w-full">
                <FileButton file={{ bucket: BUCKET, path: file_path, name: file_name, size: file_size }} />
              </li>
            ))}
          </ul>
        )}
        <UpdateReach update={update} onMail={onMail} />
      </article>
      <div className="-mt-1.5 flex flex-col">
        {onEdit && (
          <Button variant="ghost" size="icon" aria-label={`Edit update ${title}`} onClick={onEdit}>
            <Pencil aria-hidden />
          </Button>
        )}
        <DeleteButton label={`Delete update ${title}`} onClick={onDelete} />
      </div>
    </li>
  )
}

const OnProject = ({ update: { project_id, project } }: { update: ReportedUpdate }) => (
  <>
    {' '}
    on{' '}
    <Link to={`/dashboard/projects/${project_id}`} className="underline underline-offset-2 hover:text-ink">
      {project?.name ?? 'a project'}
    </Link>
  </>
)

/** The day by which a review is to be answered, in red once it has passed without an answer. */
function AnswerBy({ update: { answer_by, answer } }: { update: ReportedUpdate }) {
  if (!answer_by) return null
  const isLate = !answer && answer_by < today()
  return (
    <>
      {' · '}
      <span className={cn(isLate && 'font-medium text-danger')}>
        Wanted by <Day day={answer_by} />
      </span>
    </>
  )
}

function Edited({ title, at, onVersions }: { title: string; at: string; onVersions: () => void }) {
  const words = `Edited ${formatDate(at)}`
  return (
    <>
      {' · '}
      <Button variant="link" size="inline" className="text-sm" aria-label={`${words}: ${title}`} onClick={onVersions}>
        {words}
      </Button>
    </>
  )
}

function Marks({
  update: { update_type, is_milestone, visibility, counts_as_content_update },
}: {
  update: ReportedUpdate
}) {
  return (
    <ul aria-label="Kind of update" className="flex flex-wrap gap-1.5">
      {/* One that is a milestone in both ways says so once. */}
      {!(is_milestone && update_type === 'milestone') && (
        <Mark>
          <Badge tone={update_type === 'milestone' ? 'purple' : 'blue'}>{updateTypeLabels[update_type]}</Badge>
        </Mark>
      )}
      {is_milestone && (
        <Mark>
          <Badge tone="purple">
            <Flag aria-hidden className="mr-1 size-3" />
            Milestone
          </Badge>
        </Mark>
      )}
      <Mark>
        <Badge tone={visibility === 'client' ? 'green' : 'grey'}>
          {visibility === 'client' && <Eye aria-hidden className="mr-1 size-3" />}
          {visibilityLabels[visibility]}
        </Badge>
      </Mark>
      {counts_as_content_update && (
        <Mark>
          <Badge>Content Update</Badge>
        </Mark>
      )}
    </ul>
  )
}

const Mark = ({ children }: { children: ReactNode }) => <li className="flex">{children}</li>

/** The length from which a text is folded in the history. */
const LONG = 900

function Content({ text }: { text: string }) {
  const [isWhole, setWhole] = useState(false)
  const isLong = text.length > LONG || text.split('\n').length > 12
  return (
    <div>
      <p className={cn('whitespace-pre-wrap break-words text-[0.9375rem]', isLong && !isWhole && 'line-clamp-8')}>
        {text}
      </p>
      {isLong && (
        <Button
          variant="link"
          size="inline"
          className="mt-1 text-sm"
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? 'Show Less' : 'Show All'}
        </Button>
      )}
    </div>
  )
}
