import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { useMyRoles } from '../me/me-queries.ts'
import { isAdminType } from '../me/role.ts'
import { loadChunk } from '../offline/load-chunk.ts'
import { useWrite } from '../writes/use-write.ts'
import { type ErasingSubject, eraseClient, exportEverything } from './erasing-mutations.ts'

const EraseDialog = lazy(() => loadChunk(() => import('./erase-dialog.tsx')))

/** The quiet buttons with which an admin exports a client or erases it for good. */
export function ExportOrErase({ id, name }: { id: string; name: string }) {
  const client: ErasingSubject = { kind: 'client', id, name }
  const isAdmin = isAdminType(useMyRoles() ?? [])
  const navigate = useNavigate()
  const [save, isSaving] = useWrite(exportEverything)
  const [erased, erase] = useState<ErasingSubject>()
  const [isLoaded, setLoaded] = useState(false)
  if (!isAdmin) return null

  const look = { variant: 'link', size: 'inline', className: 'text-ink-soft' } as const
  return (
    <div className="mt-2 flex flex-wrap gap-x-4 gap-y-2 text-sm">
      <Button {...look} disabled={isSaving} onClick={() => void save(client)}>
        {isSaving ? 'Exporting...' : 'Export everything'}
      </Button>
      <Button
        {...look}
        onClick={() => {
          setLoaded(true)
          erase(client)
        }}
      >
        Erase for good
      </Button>
      {isLoaded && (
        <Suspense>
          <EraseDialog
            subject={erased}
            write={eraseClient(() => navigate('/dashboard/clients'))}
            onClose={() => erase(undefined)}
          />
        </Suspense>
      )}
    </div>
  )
}
