import { clientNotebook } from './notebook.ts'
import { NotesCard } from './notes-card.tsx'

export const ClientNotes = ({ clientId }: { clientId: string }) => (
  <NotesCard title="Notes" notebook={clientNotebook(clientId)} />
)
