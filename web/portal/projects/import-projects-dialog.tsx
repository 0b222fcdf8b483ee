import { ImportDialog, type ImportDialogProps } from '../import/import-dialog.tsx'
import { projectImport } from './import-projects.ts'

export default function ImportProjectsDialog(props: ImportDialogProps) {
  return <ImportDialog {...props} kind={projectImport} />
}
