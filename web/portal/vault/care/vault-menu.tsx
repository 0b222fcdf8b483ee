import { Ellipsis, FileInput, KeyRound, LifeBuoy, ShieldQuestionMark } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Menu, MenuContent, MenuItem, MenuTrigger } from '../../../ui/menu.tsx'
import { useMe } from '../../me/me.ts'
import { type Entry, isMine } from '../entry.ts'
import { ExportDialog } from '../export/export-dialog.tsx'
import { ChangePassphraseDialog } from '../passphrase-change/change-passphrase-dialog.tsx'
import { ServedCodeDialog } from './served-code-dialog.tsx'

/** The dialog and the code that reads files are loaded on the first click. */
const ImportDialog = lazy(async () => ({ default: (await import('../import/import-dialog.tsx')).ImportDialog }))

type VaultTask = 'passphrase' | 'export' | 'import' | 'served'

/** The menu of rarely used actions: those on all of the person's own entries, and the fingerprint of the code. */
export function VaultMenu({ entries }: { entries: readonly Entry[] | undefined }) {
  const { id: myId } = useMe()
  const [task, setTask] = useState<VaultTask>()
  const mine = entries?.filter((entry) => isMine(entry, myId))
  const isEmpty = mine === undefined || mine.length === 0
  const close = () => setTask(undefined)
  const opener = useRef<HTMLButtonElement>(null)

  function start(chosen: VaultTask) {
    // The item that has the focus goes with the menu; the dialog gives the focus back to what has it now.
    opener.current?.focus()
    setTask(chosen)
  }

  return (
    <>
      <Menu modal={false}>
        <MenuTrigger asChild>
          <Button ref={opener} variant="outline">
            <Ellipsis aria-hidden />
            More
          </Button>
        </MenuTrigger>
        <MenuContent align="end" className="menu-sheet min-w-56">
          <MenuItem disabled={isEmpty} onSelect={() => start('passphrase')}>
            <KeyRound aria-hidden />
            Change passphrase
          </MenuItem>
          <MenuItem disabled={isEmpty} onSelect={() => start('export')}>
            <LifeBuoy aria-hidden />
            Export
          </MenuItem>
          <MenuItem disabled={!entries} onSelect={() => start('import')}>
            <FileInput aria-hidden />
            Import
          </MenuItem>
          <MenuItem className="border-line border-t" onSelect={() => start('served')}>
            <ShieldQuestionMark aria-hidden />
            What was I served?
          </MenuItem>
        </MenuContent>
      </Menu>
      {task === 'passphrase' && <ChangePassphraseDialog onClose={close} />}
      {task === 'export' && <ExportDialog count={mine?.length ?? 0} onClose={close} />}
      {task === 'served' && <ServedCodeDialog onClose={close} />}
      <Suspense fallback={null}>
        {task === 'import' && <ImportDialog entries={entries ?? []} onClose={close} />}
      </Suspense>
    </>
  )
}
