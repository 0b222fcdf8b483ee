import { Lock, LockOpen, type LucideIcon } from 'lucide-react'
import { type RefObject, useRef } from 'react'
import { cn } from '../../lib/cn.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { toast } from '../../ui/toast.ts'
import type { Entry } from './entry.ts'
import { type Findings, fitOf } from './findings.ts'
import { PassphraseFindings, UnusedPassphrase, useFindings } from './passphrase-findings.tsx'
import { ServedCode } from './served-code.tsx'
import { UnlockForm } from './unlock-form.tsx'
import { VaultLocked } from './vault.ts'
import { useUnlocking, useVault, useVaultState } from './vault-context.tsx'
import { vaultToasts } from './vault-toasts.ts'

type UnlockCardProps = { entries: readonly Entry[] | undefined; field: RefObject<HTMLInputElement | null> }

/** Asks for the passphrase, and again if it opens nothing; shows its state while the vault is unlocked. */
export function UnlockCard({ entries, field }: UnlockCardProps) {
  const vault = useVault()
  const isOpen = useUnlocking() > 0
  // Locking drops the typed passphrase.
  const locks = useVaultState((state) => state.locks)
  const found = useFindings(entries)
  const heading = useRef<HTMLHeadingElement>(null)

  function unlock(typed: string) {
    if (typed.trim() === '') {
      toast.error(vaultToasts.openingFailed(new VaultLocked()))
      field.current?.focus()
      return
    }
    vault.unlock(typed)
    // The button that had the focus is gone.
    requestAnimationFrame(() => heading.current?.focus())
  }

  function lock() {
    void vault.lock()
    requestAnimationFrame(() => field.current?.focus())
  }

  const state = isOpen ? openState(found) : 'locked'
  const asks = state === 'locked' || state === 'fits nothing'
  return (
    <Card
      className={cn(
        'grid gap-x-8 gap-y-4 p-5 lg:items-center',
        asks ? 'lg:grid-cols-[minmax(0,1fr)_minmax(0,30rem)]' : 'sm:grid-cols-[minmax(0,1fr)_auto]',
      )}
    >
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4">
        <StateIcon {...states[state]} />
        <div className="grid gap-1">
          <h2 ref={heading} tabIndex={-1} className="font-semibold text-base outline-none">
            {states[state].title}
          </h2>
          {state !== 'fits nothing' && <Rules isOpen={isOpen} />}
          <PassphraseFindings found={found} entries={entries} />
        </div>
      </div>
      <div className="flex flex-wrap items-end gap-2 self-start lg:self-center">
        {asks && <UnlockForm key={locks} field={field} onUnlock={unlock} />}
        {isOpen && <LockButton onClick={lock} />}
      </div>
      {state === 'first' && (
        <div className="sm:col-span-full">
          <UnusedPassphrase found={found} />
        </div>
      )}
      <div className="empty:hidden sm:col-span-full">
        <ServedCode />
      </div>
    </Card>
  )
}

const LockButton = ({ onClick }: { onClick: () => void }) => (
  <Button variant="outline" onClick={onClick}>
    <Lock aria-hidden />
    Lock
  </Button>
)

type Look = { title: string; look: string; Icon: LucideIcon }

const StateIcon = ({ look, Icon }: Look) => (
  <span className={cn('grid size-10 place-items-center rounded-full', look)}>
    <Icon aria-hidden className="size-5" />
  </span>
)

const states = {
  locked: { title: 'The vault is locked', look: 'bg-paper-deep text-ink-soft', Icon: Lock },
  trying: { title: 'Trying the passphrase', look: 'bg-paper-deep text-ink-soft', Icon: LockOpen },
  fits: { title: 'The vault is open', look: 'bg-success-wash text-success', Icon: LockOpen },
  first: { title: 'The vault is open', look: 'bg-success-wash text-success', Icon: LockOpen },
  'fits nothing': {
    title: 'No entry opens with this passphrase. Try again.',
    look: 'bg-warning-wash text-warning',
    Icon: Lock,
  },
} satisfies Record<string, Look>

const openState = (found: Findings | undefined) => (found ? fitOf(found) : 'trying')

function Rules({ isOpen }: { isOpen: boolean }) {
  const isLockedByItself = useVaultState((state) => state.isLockedByItself)
  return (
    <p className="text-ink-soft text-sm">
      {isOpen
        ? 'It locks by itself after 10 minutes without use.'
        : `${isLockedByItself ? 'It was not used for 10 minutes. ' : ''}Your passphrase stays in the memory of this page: it is neither stored nor sent.`}
    </p>
  )
}
