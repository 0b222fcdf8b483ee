import { CircleAlert, CircleCheck, FileText, X } from 'lucide-react'
import { formatSize } from '../../lib/attachment.ts'
import { cn } from '../../lib/cn.ts'
import { Button } from '../../ui/button.tsx'
import { Progress } from '../../ui/progress.tsx'

/** The progress of an upload: the share that was sent, or 'attached'. */
export type UploadProgress = number | 'attached'

type ChosenFilesProps = {
  files: readonly { file: File; problem?: string }[]
  progress: ReadonlyMap<File, UploadProgress>
  isBusy: boolean
  onRemove: (file: File) => void
}

/** The chosen files, each with its progress or its problem. */
export function ChosenFiles({ files, progress, isBusy, onRemove }: ChosenFilesProps) {
  if (files.length === 0) return null
  return (
    <ul className="grid grid-cols-1 gap-2">
      {files.map(({ file, problem }) => (
        <li
          key={`${file.name}/${file.size}/${file.lastModified}`}
          className={cn(
            'flex min-h-12 items-center gap-3 rounded-control border border-line py-1 pl-3',
            isBusy ? 'pr-3' : 'pr-1',
          )}
        >
          <Sign come={progress.get(file)} hasFailed={problem !== undefined && !isBusy} />
          <div className="min-w-0 flex-1 py-1 text-sm">
            <p className="flex flex-wrap items-baseline gap-x-2">
              <span className="min-w-0 break-words font-medium">{file.name}</span>
              <span className="whitespace-nowrap text-ink-soft tabular-nums">{formatSize(file.size)}</span>
            </p>
            <State name={file.name} come={progress.get(file)} problem={isBusy ? undefined : problem} />
          </div>
          {!isBusy && (
            <Button
              variant="ghost"
              size="icon"
              className="text-ink-soft"
              aria-label={`Remove ${file.name}`}
              onClick={() => onRemove(file)}
            >
              <X aria-hidden />
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}

function Sign({ come, hasFailed }: { come: UploadProgress | undefined; hasFailed: boolean }) {
  if (hasFailed) return <CircleAlert aria-hidden className="size-5 shrink-0 text-danger" />
  if (come === 'attached') return <CircleCheck aria-hidden className="size-5 shrink-0 text-success" />
  return <FileText aria-hidden className="size-5 shrink-0 text-ink-soft" />
}

type StateProps = { name: string; come: UploadProgress | undefined; problem: string | undefined }

function State({ name, come, problem }: StateProps) {
  if (problem !== undefined) return <p className="break-words text-danger">{problem}</p>
  if (come === 'attached') return <p className="text-success">Attached</p>
  if (come === undefined) return null
  return (
    <div className="flex items-center gap-3">
      <Progress aria-label={`Uploading ${name}`} value={come} className="min-w-0 flex-1" />
      <span aria-hidden className="w-10 text-right text-ink-soft text-xs tabular-nums">
        {Math.floor(come * 100)}%
      </span>
    </div>
  )
}
