import { projectNotebook } from './notebook.ts'
import { NotesCard } from './notes-card.tsx'

export const ProjectNotes = ({ projectId }: { projectId: string }) => (
  <NotesCard title="Project Notes" notebook={projectNotebook(projectId)} />
)
