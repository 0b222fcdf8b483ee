import { Copy, Eye, EyeOff, type LucideIcon, Pencil, PencilOff } from 'lucide-react'
import { useSingleFlight } from '../../lib/use-single-flight.ts'
import { Button } from '../../ui/button.tsx'
import { DeleteButton } from '../../ui/delete-button.tsx'
import { toast } from '../../ui/toast.ts'
import { useMe } from '../me/me.ts'
import { useMyRoles } from '../me/me-queries.ts'
import { type Entry, isMine, mayDelete, ownerName } from './entry.ts'
import { useCopyPassword } from './entry-mutations.ts'
import { type OpenedEntry, type Secrets, useOpenEntry, useShowEntry } from './open-entry.ts'
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
  const openEntry = useOpenEntry()
  const showEntry = useShowEntry()

  function notOpened(error: unknown) {
    toast.error(vaultToasts.openingFailed(error))
    if (error instanceof VaultLocked) onLocked()
  }

  const [copy] = useSingleFlight(async () => {
    try {
      await copyPassword(entry.id)
      toast.success(vaultToasts.copied)
    } catch (error) {
      toast.error(vaultToasts.copyFailed(error))
      if (error instanceof VaultLocked) onLocked()
    }
  })

  const [show] = useSingleFlight(() => showEntry(entry.id).then(onShown, notOpened))
  const [edit] = useSingleFlight(() => openEntry(entry.id).then(onOpened, notOpened))

  return (
    <div className="-mr-3 flex items-center gap-1 @min-[54rem]:justify-self-start">
      <Button variant="outline" className="flex-1 px-3 text-sm" onClick={() => void copy()}>
        <Copy aria-hidden />
        <span>
          Copy Password
          <span className="sr-only"> of {entry.title}</span>
        </span>
      </Button>
      <IconButton
        label={`${isShown ? 'Hide' : 'Show'} the password of ${entry.title}`}
        Icon={isShown ? EyeOff : Eye}
        onClick={() => (isShown ? onShown(undefined) : void show())}
      />
      {isMine(entry, myId) ? (
        <IconButton label={`Edit ${entry.title}`} Icon={Pencil} onClick={() => void edit()} />
      ) : (
        <IconButton
          label={`Edit ${entry.title} (read only)`}
          title="Read only"
          Icon={PencilOff}
          onClick={() => toast(vaultToasts.readOnly(ownerName(entry)))}
        />
      )}
      {mayDelete(entry, myId, myRoles) && (
        <DeleteButton label={`Delete ${entry.title}`} onClick={() => onDelete(entry)} />
      )}
    </div>
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
