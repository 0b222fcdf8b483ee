import { useQuery } from '@tanstack/react-query'
import { type RefObject, useState } from 'react'
import { Link } from 'react-router'
import { formatDate } from '../../../lib/formats.ts'
import type { HandedOver } from '../../../lib/sealed-secret.ts'
import { useSingleFlight } from '../../../lib/use-single-flight.ts'
import { Button } from '../../../ui/button.tsx'
import { Card, CardHeader, CardTitle } from '../../../ui/card.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { toast } from '../../../ui/toast.ts'
import { useWrite } from '../../writes/use-write.ts'
import type { Entry } from '../entry.ts'
import { EntryDialog } from '../entry-dialog.tsx'
import { emptyEntry } from '../entry-form.ts'
import { VaultLocked } from '../vault.ts'
import { useVault } from '../vault-context.tsx'
import { vaultToasts } from '../vault-toasts.ts'
import { storeHandedOver, withdrawSecret } from './handed-over-mutations.ts'
import { type WaitingSecret, waitingSecretsQuery } from './handed-over-queries.ts'
import { openHandedOver } from './open-handed-over.ts'

type HandedOverCardProps = {
  entries: readonly Entry[] | undefined
  /** The field for the passphrase, which gets the focus where the vault is locked. */
  passphrase: RefObject<HTMLInputElement | null>
}
type Opened = { secret: WaitingSecret; handedOver: HandedOver }

/** What clients were asked for and have sent. Without anything there is no card. */
export function HandedOverCard({ entries, passphrase }: HandedOverCardProps) {
  const { data: secrets = [] } = useQuery(waitingSecretsQuery())
  const [opened, setOpened] = useState<Opened>()
  const [withdrawn, setWithdrawn] = useState<WaitingSecret>()
  return (
    <>
      {secrets.length > 0 && (
        <Card aria-label="Handed over by clients">
          <CardHeader>
            <CardTitle>Handed over by clients</CardTitle>
          </CardHeader>
          <ul>
            {secrets.map((secret) => (
              <SecretItem
                key={secret.id}
                secret={secret}
                onOpened={(handedOver) => setOpened({ secret, handedOver })}
                onWithdraw={() => setWithdrawn(secret)}
                onLocked={() => passphrase.current?.focus()}
              />
            ))}
          </ul>
        </Card>
      )}
      {opened && <HandedOverDialog {...opened} entries={entries ?? []} onClose={() => setOpened(undefined)} />}
      <WithdrawDialog secret={withdrawn} onClose={() => setWithdrawn(undefined)} />
    </>
  )
}

type SecretItemProps = {
  secret: WaitingSecret
  onOpened: (handedOver: HandedOver) => void
  onWithdraw: () => void
  onLocked: () => void
}

function SecretItem({ secret, onOpened, onWithdraw, onLocked }: SecretItemProps) {
  const { label, client, client_id, sent_at, expires_at } = secret
  const vault = useVault()
  const [open, isOpening] = useSingleFlight(async () => {
    try {
      onOpened(await openHandedOver(secret, vault.decryptor()))
    } catch (error) {
      toast.error(vaultToasts.openingFailed(error))
      if (error instanceof VaultLocked) onLocked()
    }
  })
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-t px-5 py-3">
      <div className="min-w-0 flex-1 basis-60">
        <p className="wrap-anywhere font-medium text-[0.9375rem]">{label}</p>
        <p className="wrap-anywhere text-ink-soft text-sm">
          <Link to={`/dashboard/clients/${client_id}`} className="underline underline-offset-2">
            {client?.name}
          </Link>
          {' · '}
          {sent_at === null ? 'Asked for, until ' : 'Sent, to be opened until '}
          {formatDate(expires_at)}
        </p>
      </div>
      <div className="flex gap-4">
        <Button variant="link" className="px-0" aria-label={`Withdraw ${label}`} onClick={onWithdraw}>
          Withdraw
        </Button>
        {sent_at !== null && (
          <Button variant="outline" aria-label={`Open ${label}`} disabled={isOpening} onClick={() => void open()}>
            Open
          </Button>
        )}
      </div>
    </li>
  )
}

type HandedOverDialogProps = Opened & { entries: readonly Entry[]; onClose: () => void }

/** The form of a new entry with what the client sent. It is stored under the passphrase that has opened it. */
function HandedOverDialog({ secret, handedOver, entries, onClose }: HandedOverDialogProps) {
  const vault = useVault()
  const { id, label, client_id, client } = secret
  return (
    <EntryDialog
      title="Add Vault Entry"
      description={`Handed over by ${client?.name ?? 'the client'}. Creating the entry deletes what was sent.`}
      action="Create"
      busyAction="Creating..."
      others={entries}
      draft={`handed over ${id}`}
      before={{
        ...emptyEntry,
        ...handedOver,
        title: label,
        website_url: client?.website_url ?? '',
        client: client && { id: client_id, name: client.name },
        share_with_agency: true,
      }}
      write={storeHandedOver(vault, id)}
      onClose={onClose}
    />
  )
}

function WithdrawDialog({ secret, onClose }: { secret: WaitingSecret | undefined; onClose: () => void }) {
  const [withdraw, isBusy] = useWrite(withdrawSecret, { onSettled: onClose })
  return (
    <ConfirmDialog
      isOpen={secret !== undefined}
      onOpenChange={(isOpen) => !isOpen && !isBusy && onClose()}
      title="Withdraw this request?"
      description={
        secret?.sent_at
          ? 'What the client sent is deleted, and cannot be opened any more.'
          : 'It disappears from the client’s page.'
      }
      action="Withdraw"
      busyAction="Withdrawing..."
      isBusy={isBusy}
      onConfirm={() => secret && void withdraw(secret.id)}
    />
  )
}
