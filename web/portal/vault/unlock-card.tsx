import { Lock, LockOpen } from 'lucide-react'
import { type FormEvent, type RefObject, useEffect, useRef } from 'react'
import { cn } from '../../lib/cn.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.ts'
import { catalogue } from '../toast-catalogue.ts'
import type { Entry } from './entry.ts'
import { PassphraseFindings, UnusedPassphrase } from './passphrase-findings.tsx'
import { SecretInput } from './secret-input.tsx'
import { VaultLocked } from './vault.ts'
import { usePassphrase, useVault, useVaultState } from './vault-context.tsx'

type UnlockCardProps = { entries: readonly Entry[] | undefined; field: RefObject<HTMLInputElement | null> }

/** Holds the passphrase for as long as the vault is open, or asks for it. */
export function UnlockCard({ entries, field }: UnlockCardProps) {
  const vault = useVault()
  const passphrase = usePassphrase()
  const isLockedByItself = useVaultState((state) => state.isLockedByItself)
  const heading = useRef<HTMLHeadingElement>(null)

  function unlock(typed: string) {
    if (typed.trim() === '') {
      toast.error(catalogue.vault.openingFailed(new VaultLocked()))
      field.current?.focus()
      return
    }
    vault.unlock(typed)
    // The button that was pressed is gone.
    requestAnimationFrame(() => heading.current?.focus())
  }

  function lock() {
    void vault.lock()
    requestAnimationFrame(() => field.current?.focus())
  }

  const isOpen = passphrase !== ''
  const Icon = isOpen ? LockOpen : Lock
  return (
    <Card
      className={cn(
        'grid gap-x-8 gap-y-4 p-5 lg:items-center',
        isOpen ? 'sm:grid-cols-[minmax(0,1fr)_auto]' : 'lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]',
      )}
    >
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4">
        <span
          className={cn(
            'grid size-10 place-items-center rounded-full',
            isOpen ? 'bg-success-wash text-success' : 'bg-paper-deep text-ink-soft',
          )}
        >
          <Icon aria-hidden className="size-5" />
        </span>
        <div className="grid gap-1">
          <h2 ref={heading} tabIndex={-1} className="font-semibold text-base outline-none">
            {isOpen ? 'The vault is open' : 'The vault is locked'}
          </h2>
          <p className="text-ink-soft text-sm">
            {isOpen
              ? 'It locks by itself after 10 minutes without use.'
              : `${isLockedByItself ? 'It was not used for 10 minutes. ' : ''}Your passphrase stays in the memory of this page: it is neither stored nor sent.`}
          </p>
          <PassphraseFindings entries={entries} />
        </div>
      </div>
      {isOpen ? (
        <>
          <div className="empty:hidden sm:col-span-full sm:row-start-2">
            <UnusedPassphrase entries={entries} />
          </div>
          <Button variant="outline" className="self-start" onClick={lock}>
            <Lock aria-hidden />
            Lock
          </Button>
        </>
      ) : (
        <UnlockForm field={field} onUnlock={unlock} />
      )}
    </Card>
  )
}

type UnlockFormProps = { field: RefObject<HTMLInputElement | null>; onUnlock: (typed: string) => void }

function UnlockForm({ field, onUnlock }: UnlockFormProps) {
  const vault = useVault()
  useEffect(() => vault.watchField(() => field.current?.value ?? ''), [vault, field])

  function submit(event: FormEvent) {
    event.preventDefault()
    onUnlock(field.current?.value ?? '')
  }
  return (
    <form noValidate autoComplete="off" onSubmit={submit}>
      <Field label="Passphrase">
        {(control) => (
          <div className="flex gap-2">
            <SecretInput what="passphrase" {...control} ref={field} className="flex-1" />
            <Button type="submit">Unlock</Button>
          </div>
        )}
      </Field>
    </form>
  )
}
