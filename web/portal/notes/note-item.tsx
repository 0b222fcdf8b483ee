import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { cn } from '../../lib/cn.ts'
import { formatMoment } from '../../lib/formats.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { DeleteButton } from '../../ui/delete-button.tsx'
import { nameOf } from '../people/person.tsx'
import { MailMarks, senderOf } from './mailed-note.tsx'
import { categoryBadge, type SignedNote } from './note.ts'

type NoteItemProps = {
  note: SignedNote
  /** Called to edit the note; undefined where the person may not. */
  onEdit: (() => void) | undefined
  onDelete: () => void
}

export function NoteItem({ note, onEdit, onDelete }: NoteItemProps) {
  const author = note.sender_email ? senderOf(note) : (note.by_program ?? nameOf(note.author))
  return (
    <li className="flex items-start gap-3 border-line border-t py-3.5 pr-3 pl-5">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
          <span className="min-w-0 wrap-anywhere font-medium">{author}</span>
          <time dateTime={note.created_at} className="text-ink-soft">
            {formatMoment(note.created_at)}
          </time>
          {note.edited_at && <span className="text-ink-soft">Edited {formatMoment(note.edited_at)}</span>}
          {note.note_category && <CategoryBadge stored={note.note_category} />}
          {note.sender_email && <MailMarks note={note} />}
        </p>
        <NoteText text={note.note_text} whole={note.whole_text} />
      </div>
      {onEdit && (
        <Button
          variant="ghost"
          size="icon"
          className="-mr-3 text-ink-soft"
          aria-label={`Edit note of ${formatMoment(note.created_at)}`}
          onClick={onEdit}
        >
          <Pencil aria-hidden />
        </Button>
      )}
      <DeleteButton label={`Delete note by ${author} of ${formatMoment(note.created_at)}`} onClick={onDelete} />
    </li>
  )
}

/** The text of a note, cut after six lines so that the list can be skimmed; and the whole mail, if it quotes more. */
function NoteText({ text, whole }: { text: string; whole?: string | null | undefined }) {
  const [isOpen, setOpen] = useState(false)
  const isLong = text.length > 400 || text.split('\n').length > LINES_SHOWN
  return (
    <>
      <p className={cn('wrap-anywhere mt-1 whitespace-pre-wrap text-[0.9375rem]', isLong && !isOpen && 'line-clamp-6')}>
        {isOpen && whole ? whole : text}
      </p>
      {(isLong || whole) && (
        <Button
          variant="link"
          size="inline"
          className="text-sm"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Show Less' : 'Show All'}
        </Button>
      )}
    </>
  )
}

/** The number of lines that `line-clamp-6` shows. */
const LINES_SHOWN = 6

function CategoryBadge({ stored }: { stored: string }) {
  const { label, tone } = categoryBadge(stored)
  return <Badge tone={tone}>{label}</Badge>
}
