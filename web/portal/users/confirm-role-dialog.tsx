import { useRef } from 'react'
import { ConfirmDialog } from '../dialogs/confirm-dialog.tsx'
import type { PowerfulRole } from '../me/role.ts'

/** A powerful role that is about to be granted. */
export type Grant = { name: string; role: PowerfulRole }

type ConfirmRoleDialogProps = {
  /** The role to confirm; the dialog is open while there is one. */
  grant: Grant | undefined
  action: string
  busyAction: string
  isBusy: boolean
  onConfirm: () => void
  onCancel: () => void
}

/** The dialog that asks before a person gets a powerful role: one slip in a select would be enough. */
export function ConfirmRoleDialog({ grant, onCancel, ...props }: ConfirmRoleDialogProps) {
  // The last grant is kept so that its text stays while the dialog fades out.
  const shown = useRef(grant)
  shown.current = grant ?? shown.current
  return (
    <ConfirmDialog
      {...props}
      isOpen={grant !== undefined}
      onOpenChange={(isOpen) => !isOpen && !props.isBusy && onCancel()}
      title={shown.current ? `Make ${shown.current.name} ${kinds[shown.current.role]}?` : ''}
      description={shown.current && powers[shown.current.role]}
    />
  )
}

const kinds = { agency_admin: 'an agency admin', admin: 'an admin', super_admin: 'a super admin' } satisfies Record<
  PowerfulRole,
  string
>

const powers = {
  agency_admin:
    'An agency admin adds, invites and deactivates the users of their agency, deletes enquiries and shared vault entries, and reads the audit trail.',
  admin:
    'An admin looks after the agency admins too, adds users with any role up to admin, deletes vault entries that colleagues shared, and reads the record of what was done in the vault.',
  super_admin:
    'A super admin reads and changes everything in every agency, gives and takes away roles, and resets passwords.',
} satisfies Record<PowerfulRole, string>
