import { useState } from 'react'
import { cn } from '../../../lib/cn.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { useWrite } from '../../writes/use-write.ts'
import { isRunningLow, type RecoveryCodesLeft } from './recovery-codes.ts'
import { makeNewCodes } from './two-step.ts'

type CodesLeftProps = { codes: RecoveryCodesLeft | null; onNew: (codes: readonly string[]) => void }

/** The number of recovery codes that are left, with a button to make new ones. */
export function CodesLeft({ codes, onNew }: CodesLeftProps) {
  const [isAsking, setIsAsking] = useState(false)
  const [renew, isBusy] = useWrite(makeNewCodes, { onSuccess: onNew, onSettled: () => setIsAsking(false) })

  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-control border border-line px-4 py-3">
      <div className="grid min-w-0 flex-1 basis-52 gap-0.5">
        <h3 className="font-medium">Recovery Codes</h3>
        <p className={cn('text-sm', codes && isRunningLow(codes) ? 'text-danger' : 'text-ink-soft')}>{leftOf(codes)}</p>
      </div>
      {codes ? (
        <Button variant="outline" onClick={() => setIsAsking(true)}>
          New Codes
        </Button>
      ) : (
        <Button variant="outline" disabled={isBusy} onClick={() => void renew(codes)}>
          {isBusy ? 'Making Codes...' : 'Get Codes'}
        </Button>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        title="Make new recovery codes?"
        description="Your old codes stop working right away."
        action="Make New Codes"
        busyAction="Making Codes..."
        isBusy={isBusy}
        onConfirm={() => void renew(codes)}
      />
    </div>
  )
}

function leftOf(codes: RecoveryCodesLeft | null): string {
  if (!codes) return 'None yet. They let you in if you lose your phone.'
  if (codes.remaining === 0) return 'You have used them all.'
  return `${codes.remaining} of ${codes.total} left. Each lets you in once without your phone.`
}
