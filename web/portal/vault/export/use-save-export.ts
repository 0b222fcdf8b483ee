import { useState } from 'react'
import { useWrite } from '../../writes/use-write.ts'
import { exportVault } from './export-vault.ts'

export function useSaveExport() {
  const [hasSaved, setSaved] = useState(false)
  const [save, isBusy] = useWrite(exportVault, { onSuccess: () => setSaved(true) })
  return { save, isBusy, hasSaved }
}
