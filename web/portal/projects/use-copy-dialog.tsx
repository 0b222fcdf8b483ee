import { lazy, Suspense, useCallback, useState } from 'react'
import { loadChunk } from '../offline/load-chunk.ts'
import type { Project } from './project.ts'

// The list and the page of a project are shown without the code of the form.
const CopyProjectDialog = lazy(() =>
  loadChunk(async () => ({ default: (await import('./copy-project-dialog.tsx')).CopyProjectDialog })),
)

/** Opens the dialog that copies a project, and renders it. */
export function useCopyDialog() {
  const [project, choose] = useState<Pick<Project, 'id' | 'name'>>()
  const [wasAsked, setAsked] = useState(false)
  return {
    // The function never changes, since a change would render every row anew.
    copy: useCallback((chosen: Pick<Project, 'id' | 'name'>) => {
      setAsked(true)
      choose(chosen)
    }, []),
    dialog: wasAsked && (
      <Suspense>
        <CopyProjectDialog project={project} onClose={() => choose(undefined)} />
      </Suspense>
    ),
  }
}
