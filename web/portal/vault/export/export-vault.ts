import { useState } from 'react'
import { saveFile } from '../../../lib/save-file.ts'
import { today } from '../../../lib/today.ts'
import { mySignedInId } from '../../me/my-agency.ts'
import { useWrite, type Write } from '../../writes/use-write.ts'
import { vaultToasts } from '../vault-toasts.ts'
import { writeExport } from './export-file.ts'
import { readStoredEntries } from './stored-entries.ts'

/** The purpose of the file, which is its name. */
export type ExportPurpose = 'export' | 'recovery'

/**
 * Saves the person's own entries as they are stored. Entries of colleagues are left out: reading them is recorded, and
 * reading a file would not be.
 */
export const exportVault: Write<ExportPurpose> = {
  mutationFn: async (purpose) => {
    const entries = await readStoredEntries(await mySignedInId())
    const file = writeExport({ exportedAt: new Date().toISOString(), exportedFrom: location.origin, entries })
    saveFile(new Blob([file], { type: 'application/json' }), `vault-${purpose}-${today()}.json`)
  },
  meta: { succeeded: vaultToasts.exported, failed: vaultToasts.exportFailed, refresh: [], isAddition: true },
}

export function useSaveExport() {
  const [hasSaved, setSaved] = useState(false)
  const [save, isBusy] = useWrite(exportVault, { onSuccess: () => setSaved(true) })
  return { save, isBusy, hasSaved }
}
