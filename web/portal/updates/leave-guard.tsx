import { useBlocker } from 'react-router'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'

/** Asks before the person leaves an update that lacks some of its files for another screen of the portal. */
export function LeaveGuard({ isMailed }: { isMailed: boolean }) {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname)
  return (
    <ConfirmDialog
      isOpen={blocker.state === 'blocked'}
      onOpenChange={(isOpen) => isOpen || blocker.reset?.()}
      title="Leave this page?"
      description={`If you leave, the missing files are not attached${isMailed ? ', and the update is not emailed' : ''}.`}
      action="Leave"
      busyAction="Leave"
      isBusy={false}
      onConfirm={() => blocker.proceed?.()}
    />
  )
}
