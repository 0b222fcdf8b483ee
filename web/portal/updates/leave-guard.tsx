import { useBlocker } from 'react-router'
import { useUnloadGuard } from '../../lib/use-unload-guard.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'

/** Asks before the person leaves the screen, within the portal or by the browser, while an update lacks some of its files. */
export function LeaveGuard({ isOn }: { isOn: boolean }) {
  useUnloadGuard(isOn)
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isOn && currentLocation.pathname !== nextLocation.pathname,
  )
  return (
    <ConfirmDialog
      isOpen={blocker.state === 'blocked'}
      onOpenChange={(isOpen) => isOpen || blocker.reset?.()}
      title="Leave this page?"
      description="The update does not have all of its files yet. If you leave, the missing ones are not attached, and the update is not emailed."
      action="Leave"
      busyAction="Leave"
      isBusy={false}
      onConfirm={() => blocker.proceed?.()}
    />
  )
}
