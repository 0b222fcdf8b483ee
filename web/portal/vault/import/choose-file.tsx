import { type ChangeEvent, useState } from 'react'
import { useSingleFlight } from '../../../lib/use-single-flight.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { DialogFooter } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { useUnlocking } from '../vault-context.tsx'
import { readCsv } from './read-csv.ts'

const MOST_BYTES = 10 * 1024 * 1024

type ChooseFileProps = { onRead: (read: Awaited<ReturnType<typeof readCsv>>) => void; onCancel: () => void }

export function ChooseFile({ onRead, onCancel }: ChooseFileProps) {
  const isLocked = useUnlocking() === 0
  const [problem, setProblem] = useState<string>()
  const [read, isBusy] = useSingleFlight(async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    if (!file) return
    setProblem(undefined)
    try {
      if (file.size > MOST_BYTES) throw new Error('This file is larger than 10 MB.')
      onRead(await readCsv(await file.text()))
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
      // The same file can be chosen again once it was seen to.
      target.value = ''
    }
  })
  return (
    <div className="grid gap-4">
      {isLocked && (
        <Alert tone="info">
          The vault is locked. Close this and unlock it first: each entry is encrypted with your passphrase.
        </Alert>
      )}
      <Field label="CSV file" error={problem} hint="At most 10 MB. You see what is in it before anything is stored.">
        {(control) => (
          <Input
            {...control}
            type="file"
            accept=".csv,text/csv"
            disabled={isLocked || isBusy}
            onChange={(event) => void read(event)}
            className="h-auto py-2"
          />
        )}
      </Field>
      <DialogFooter>
        <Button variant="outline" onClick={onCancel}>
          Cancel
        </Button>
      </DialogFooter>
    </div>
  )
}
