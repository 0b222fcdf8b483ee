import { useState } from 'react'
import { cn } from '../../lib/cn.ts'
import { DeleteEntryDialog } from './delete-entry-dialog.tsx'
import { EditEntryDialog } from './edit-entry-dialog.tsx'
import type { Entry } from './entry.ts'
import { EntryActions } from './entry-actions.tsx'
import { columns, EntryItem } from './entry-item.tsx'
import type { Opened } from './open-entry.ts'

type EntryListProps = { entries: readonly Entry[]; onLocked: () => void }

export function EntryList({ entries, onLocked }: EntryListProps) {
  const [opened, setOpened] = useState<Opened>()
  const [leaving, setLeaving] = useState<Entry>()
  return (
    <div className="@container">
      {/* For the eye: to everybody else each entry names its own parts. */}
      <div
        aria-hidden
        className={cn(
          columns,
          'hidden border-line border-t px-5 py-2.5 font-medium text-ink-soft text-sm @min-[54rem]:grid',
        )}
      >
        <span>Entry</span>
        <span>Website</span>
        <span>Username</span>
        <span>Tags</span>
        <span>Strength</span>
      </div>
      <ul aria-label="Entries">
        {entries.map((entry) => (
          <EntryItem key={entry.id} entry={entry}>
            <EntryActions entry={entry} onOpened={setOpened} onDelete={setLeaving} onLocked={onLocked} />
          </EntryItem>
        ))}
      </ul>
      {opened && <EditEntryDialog opened={opened} onReopened={setOpened} onClose={() => setOpened(undefined)} />}
      <DeleteEntryDialog entry={leaving} onClose={() => setLeaving(undefined)} />
    </div>
  )
}
