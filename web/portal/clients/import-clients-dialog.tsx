import { ImportDialog, type ImportDialogProps } from '../import/import-dialog.tsx'
import { clientImport } from './import-clients.ts'

export default function ImportClientsDialog(props: ImportDialogProps) {
  return <ImportDialog {...props} kind={clientImport} />
}
