import { FileInput, KeyRound, LifeBuoy } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Card, CardHeader, CardTitle } from '../../../ui/card.tsx'
import { useMe } from '../../me/me.ts'
import { type Entry, isMine } from '../entry.ts'
import { ExportDialog } from '../export/export-dialog.tsx'
import { ChangePassphraseDialog } from '../passphrase-change/change-passphrase-dialog.tsx'

/** The dialog and the code that reads files are loaded on the first click. */
const ImportDialog = lazy(async () => ({ default: (await import('../import/import-dialog.tsx')).ImportDialog }))

type VaultTask = 'import' | 'export' | 'passphrase'

/** Rare actions on all of the person's own entries at once. */
export function VaultActions({ entries }: { entries: readonly Entry[] | undefined }) {
  const { id: myId } = useMe()
  const [task, setTask] = useState<VaultTask>()
  const mine = entries?.filter((entry) => isMine(entry, myId))
  const isEmpty = mine === undefined || mine.length === 0
  const close = () => setTask(undefined)
  return (
    <Card>
      <CardHeader>
        <CardTitle>All your entries at once</CardTitle>
      </CardHeader>
      <ul>
        <TaskRow Icon={KeyRound} name="Change passphrase" isOff={isEmpty} onStart={() => setTask('passphrase')}>
          Every entry of yours is encrypted anew. Nothing is lost if it is interrupted.
        </TaskRow>
        <TaskRow Icon={LifeBuoy} name="Export" isOff={isEmpty} onStart={() => setTask('export')}>
          An encrypted file, and a page that opens it when this server cannot be reached.
        </TaskRow>
        <TaskRow Icon={FileInput} name="Import" isOff={!entries} onStart={() => setTask('import')}>
          From another password manager or a browser. The file is read in this browser only.
        </TaskRow>
      </ul>
      {task === 'passphrase' && <ChangePassphraseDialog onClose={close} />}
      {task === 'export' && <ExportDialog count={mine?.length ?? 0} onClose={close} />}
      <Suspense fallback={null}>
        {task === 'import' && <ImportDialog entries={entries ?? []} onClose={close} />}
      </Suspense>
    </Card>
  )
}

type TaskRowProps = { Icon: typeof KeyRound; name: string; isOff: boolean; onStart: () => void; children: ReactNode }

function TaskRow({ Icon, name, isOff, onStart, children }: TaskRowProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 border-line border-t px-5 py-3.5">
      <Icon aria-hidden className="size-5 shrink-0 text-ink-soft" />
      <p className="min-w-0 flex-1 basis-64 text-ink-soft text-sm">{children}</p>
      <Button variant="outline" disabled={isOff} onClick={onStart} className="min-w-44 max-sm:w-full">
        {name}
      </Button>
    </li>
  )
}
