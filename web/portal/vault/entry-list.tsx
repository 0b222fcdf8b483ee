import { useState } from 'react'
import { cn } from '../../lib/cn.ts'
import { DeleteEntryDialog } from './delete-entry-dialog.tsx'
import { EditEntryDialog } from './edit-entry-dialog.tsx'
import type { Entry } from './entry.ts'
import { EntryActions } from './entry-actions.tsx'
import { columns, EntryItem } from './entry-item.tsx'
import { EntrySecrets } from './entry-secrets.tsx'
import type { OpenedEntry, Secrets } from './open-entry.ts'
import { useHideAgain } from './use-shown.ts'

type EntryListProps = {
  entries: readonly Entry[]
  /** All entries, including those of other pages. */
  all: readonly Entry[]
  onLocked: () => void
}

export function EntryList({ entries, all, onLocked }: EntryListProps) {
  const [opened, setOpened] = useState<OpenedEntry>()
  const [leaving, setLeaving] = useState<Entry>()
  // Only one entry is shown at a time: a person who opens the next has read the one before.
  const [shown, setShown] = useState<Secrets>()
  useHideAgain(shown, () => setShown(undefined))
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
      </div>
      <ul aria-label="Entries">
        {entries.map((entry) => {
          const secrets = shown?.entryId === entry.id ? shown : undefined
          return (
            <EntryItem
              key={entry.id}
              entry={entry}
              secrets={secrets && <EntrySecrets entry={entry} secrets={secrets} />}
            >
              <EntryActions
                entry={entry}
                isShown={secrets !== undefined}
                onShown={setShown}
                onOpened={setOpened}
                onDelete={setLeaving}
                onLocked={onLocked}
              />
            </EntryItem>
          )
        })}
      </ul>
      {opened && (
        <EditEntryDialog opened={opened} entries={all} onReopened={setOpened} onClose={() => setOpened(undefined)} />
      )}
      <DeleteEntryDialog entry={leaving} onClose={() => setLeaving(undefined)} />
    </div>
  )
}
