import { Copy, Eye, EyeOff, type LucideIcon, Pencil, PencilOff, Timer, UserRoundPlus } from 'lucide-react'
import { cn } from '../../lib/cn.ts'
import { useSingleFlight } from '../../lib/use-single-flight.ts'
import { Button } from '../../ui/button.tsx'
import { DeleteButton } from '../../ui/delete-button.tsx'
import { type Notice, toast } from '../../ui/toast.ts'
import { useMe } from '../me/me.ts'
import { useMyRoles } from '../me/me-queries.ts'
import { useWrite } from '../writes/use-write.ts'
import { type Entry, hasTwoStepKey, isMine, mayDelete, ownerName } from './entry.ts'
import { useCopyPassword } from './entry-mutations.ts'
import { type OpenedEntry, type Secrets, useOpenEntry, useShowEntry } from './open-entry.ts'
import { takeOverEntry, useMayTakeOver } from './take-over.ts'
import { useCopyCode } from './two-step-key/use-copy-code.ts'
import { VaultLocked } from './vault.ts'
import { vaultToasts } from './vault-toasts.ts'

type EntryActionsProps = {
  entry: Entry
  /** Whether the entry's password and notes are shown. */
  isShown: boolean
  onShown: (secrets: Secrets | undefined) => void
  onOpened: (opened: OpenedEntry) => void
  onDelete: (entry: Entry) => void
  /** Called when the passphrase is needed and the vault is locked. */
  onLocked: () => void
}

export function EntryActions({ entry, isShown, onShown, onOpened, onDelete, onLocked }: EntryActionsProps) {
  const { id: myId } = useMe()
  const myRoles = useMyRoles() ?? []
  const copyPassword = useCopyPassword()
  const copyCode = useCopyCode()
  const openEntry = useOpenEntry()
  const showEntry = useShowEntry()

  function notOpened(error: unknown) {
    toast.error(vaultToasts.openingFailed(error))
    if (error instanceof VaultLocked) onLocked()
  }

  const [show] = useSingleFlight(() => showEntry(entry.id).then(onShown, notOpened))
  const [edit] = useSingleFlight(() => openEntry(entry.id).then(onOpened, notOpened))

  return (
    <div className="-mr-3 grid grid-cols-[minmax(0,1fr)_auto] gap-1 @min-[54rem]:justify-self-start">
      <CopyButton
        label="Copy Password"
        Icon={Copy}
        title={entry.title}
        copy={() => copyPassword(entry.id).then(() => vaultToasts.copied)}
        failed={vaultToasts.copyFailed}
        onLocked={onLocked}
      />
      {hasTwoStepKey(entry) && (
        <CopyButton
          label="Copy Code"
          Icon={Timer}
          title={entry.title}
          className="col-start-1 row-start-2"
          copy={() => copyCode(entry.id).then(vaultToasts.codeCopied)}
          failed={vaultToasts.codeCopyFailed}
          onLocked={onLocked}
        />
      )}
      <div className="flex items-center gap-1">
        <IconButton
          label={`${isShown ? 'Hide' : 'Show'} the password of ${entry.title}`}
          Icon={isShown ? EyeOff : Eye}
          onClick={() => (isShown ? onShown(undefined) : void show())}
        />
        <EditAction entry={entry} onEdit={() => void edit()} />
        {mayDelete(entry, myId, myRoles) && (
          <DeleteButton label={`Delete ${entry.title}`} onClick={() => onDelete(entry)} />
        )}
      </div>
    </div>
  )
}

type CopyButtonProps = {
  label: string
  Icon: LucideIcon
  /** The title of the entry. */
  title: string
  className?: string
  /** Copies the secret and returns the message about it. */
  copy: () => Promise<Notice>
  failed: (error: unknown) => Notice
  onLocked: () => void
}

function CopyButton({ label, Icon, title, className, copy, failed, onLocked }: CopyButtonProps) {
  const [run] = useSingleFlight(async () => {
    try {
      toast.success(await copy())
    } catch (error) {
      toast.error(failed(error))
      if (error instanceof VaultLocked) onLocked()
    }
  })
  return (
    <Button variant="outline" className={cn('px-3 text-sm', className)} onClick={() => void run()}>
      <Icon aria-hidden />
      <span>
        {label}
        <span className="sr-only"> of {title}</span>
      </span>
    </Button>
  )
}

type EditActionProps = { entry: Entry; onEdit: () => void }

/** Edit for the owner of an entry, Take over for an admin if the owner left, and for others why they cannot edit it. */
function EditAction({ entry, onEdit }: EditActionProps) {
  const { id: myId } = useMe()
  const mayTakeOver = useMayTakeOver()
  const [takeOver] = useWrite(takeOverEntry)
  if (isMine(entry, myId)) return <IconButton label={`Edit ${entry.title}`} Icon={Pencil} onClick={onEdit} />
  if (mayTakeOver(entry.id)) {
    return (
      <IconButton
        label={`Take over ${entry.title}`}
        title="Take over: its owner left"
        Icon={UserRoundPlus}
        onClick={() => void takeOver(entry.id)}
      />
    )
  }
  return (
    <IconButton
      label={`Edit ${entry.title} (read only)`}
      title="Read only"
      Icon={PencilOff}
      onClick={() => toast(vaultToasts.readOnly(ownerName(entry)))}
    />
  )
}

type IconButtonProps = { label: string; title?: string; Icon: LucideIcon; onClick: () => void }

const IconButton = ({ label, title, Icon, onClick }: IconButtonProps) => (
  <Button
    variant="ghost"
    size="icon"
    className="text-ink-soft hover:text-ink"
    aria-label={label}
    title={title}
    onClick={onClick}
  >
    <Icon aria-hidden />
  </Button>
)
