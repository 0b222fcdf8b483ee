import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { use, useRef, useState } from 'react'
import { readProject } from '../../lib/supabase-project.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { CardContent } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { ErrorState } from '../../ui/empty-and-error-states.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useWrite } from '../writes/use-write.ts'
import { AddKeyDialog } from './add-key-dialog.tsx'
import { keysQuery, type ProgramKey, revokeKey, wordsOf } from './program-key.ts'

/** The keys of an agency, for its admins (docs/specification/program-keys.md). */
export function KeyList({ agencyId }: { agencyId: string }) {
  const { data: keys, isError, refetch } = useQuery(keysQuery(agencyId))
  // The portal has read it before it came this far.
  const { supabaseUrl } = use(readProject())
  const [isAdding, setAdding] = useState(false)
  const [leaving, setLeaving] = useState<ProgramKey>()
  if (!keys && isError) return <ErrorState title="The keys could not be loaded." onRetry={() => void refetch()} />
  if (!keys) return <Skeleton className="mx-5 mb-5 h-12" />
  return (
    <>
      <CardContent className="wrap-anywhere grid gap-1 text-ink-soft text-sm">
        <p>
          Address: <code>{new URL('/functions/v1/for-programs', supabaseUrl).href}</code>
        </p>
        <p>
          Ten examples: <code>docs/for-programs.md</code>
        </p>
        {keys.length === 0 && <p className="mt-2">No keys yet.</p>}
      </CardContent>
      <ul>
        {keys.map((key) => (
          <KeyItem key={key.id} programKey={key} onRevoke={() => setLeaving(key)} />
        ))}
      </ul>
      <div className="border-line border-t px-5 py-3">
        <Button variant="outline" onClick={() => setAdding(true)}>
          <Plus aria-hidden />
          Add Key
        </Button>
      </div>
      <AddKeyDialog agencyId={agencyId} isOpen={isAdding} onClose={() => setAdding(false)} />
      <RevokeDialog leaving={leaving} onClose={() => setLeaving(undefined)} />
    </>
  )
}

function KeyItem({ programKey, onRevoke }: { programKey: ProgramKey; onRevoke: () => void }) {
  const { name, revoked_at } = programKey
  return (
    <li className="flex items-center justify-between gap-4 border-line border-t px-5 py-3">
      <div className="grid min-w-0 gap-0.5">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="wrap-anywhere min-w-0 font-medium text-[0.9375rem]">{name}</span>
          {revoked_at !== null && <Badge tone="grey">Revoked</Badge>}
        </p>
        <p className="wrap-anywhere text-ink-soft text-sm">{wordsOf(programKey)}</p>
      </div>
      {revoked_at === null && (
        <Button variant="outline" aria-label={`Revoke ${name}`} onClick={onRevoke}>
          Revoke
        </Button>
      )}
    </li>
  )
}

function RevokeDialog({ leaving, onClose }: { leaving: ProgramKey | undefined; onClose: () => void }) {
  const [revoke, isBusy] = useWrite(revokeKey, { onSettled: onClose })
  // The last one is kept so that its text stays while the dialog fades out.
  const shown = useRef(leaving)
  shown.current = leaving ?? shown.current
  return (
    <ConfirmDialog
      isOpen={leaving !== undefined}
      onOpenChange={(isOpen) => !isOpen && !isBusy && onClose()}
      title="Revoke key?"
      description={`Programs that use “${shown.current?.name}” get nothing any more. This cannot be undone.`}
      action="Revoke"
      busyAction="Revoking..."
      isBusy={isBusy}
      onConfirm={() => leaving && void revoke(leaving.id)}
    />
  )
}
