import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Card, CardContent, CardHeader, CardTitle } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/empty-and-error-states.tsx'
import { ShowMore } from '../../ui/show-more.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useMe } from '../me/me.ts'
import { AddNoteDialog } from './add-note-dialog.tsx'
import { DeleteNoteDialog } from './delete-note-dialog.tsx'
import { EditNoteDialog } from './edit-note-dialog.tsx'
import type { SignedNote } from './note.ts'
import { NoteItem } from './note-item.tsx'
import { notesQuery } from './note-queries.ts'
import type { Notebook } from './notebook.ts'

/** The staff's notes about one client or project, newest first. */
export function NotesCard({ title, notebook }: { title: string; notebook: Notebook }) {
  const { data, isError, isFetching, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    notesQuery(notebook),
  )
  const me = useMe()
  const [leaving, setLeaving] = useState<SignedNote>()
  const [editing, setEditing] = useState<string>()

  return (
    <Card aria-busy={isFetching} aria-label={title}>
      <CardHeader>
        <div className="flex items-baseline gap-2">
          <CardTitle>{title}</CardTitle>
          {data && data.count > 0 && <span className="text-ink-soft text-sm tabular-nums">{data.count}</span>}
        </div>
        <AddNoteDialog notebook={notebook} />
      </CardHeader>
      {data === undefined && isError && (
        <ErrorState title="The notes could not be loaded." onRetry={() => void refetch()} />
      )}
      {data === undefined && !isError && <LoadingNotes />}
      {data?.count === 0 && (
        <CardContent className="text-ink-soft">No notes yet. What should your team know?</CardContent>
      )}
      {data && data.count > 0 && (
        <>
          <ul>
            {data.notes.map((note) => (
              <NoteItem
                key={note.id}
                note={note}
                // Only the author may edit a note.
                onEdit={note.staff_id === me.id ? () => setEditing(note.id) : undefined}
                onDelete={() => setLeaving(note)}
              />
            ))}
          </ul>
          {hasNextPage && (
            <ShowMore
              shown={data.notes.length}
              count={data.count}
              isLoading={isFetchingNextPage}
              hasFailed={isError}
              onMore={() => void fetchNextPage({ cancelRefetch: false })}
            />
          )}
        </>
      )}
      <EditNoteDialog
        notebook={notebook}
        note={data?.notes.find(({ id }) => id === editing)}
        onClose={() => setEditing(undefined)}
      />
      <DeleteNoteDialog notebook={notebook} note={leaving} onClose={() => setLeaving(undefined)} />
    </Card>
  )
}

function LoadingNotes() {
  return (
    <div className="grid gap-2 border-line border-t px-5 py-4">
      <Skeleton className="h-5 w-48" />
      <Skeleton className="h-5 w-3/4" />
    </div>
  )
}
