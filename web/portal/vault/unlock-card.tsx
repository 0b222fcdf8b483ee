import { Lock, LockOpen, type LucideIcon } from 'lucide-react'
import { type RefObject, useRef } from 'react'
import { cn } from '../../lib/cn.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { toast } from '../../ui/toast.ts'
import type { Entry } from './entry.ts'
import { type Findings, fitOf } from './findings.ts'
import { PassphraseFindings, UnusedPassphrase, useFindings } from './passphrase-findings.tsx'
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
    <Card className="flex flex-wrap items-center justify-between gap-x-3 gap-y-3 px-5 py-3.5">
      <div className="flex min-w-0 items-center gap-x-3">
        <StateIcon {...states[state]} />
        <div className="flex min-w-0 flex-wrap items-baseline gap-x-3">
          <h2 ref={heading} tabIndex={-1} className="font-semibold text-base outline-none">
            {states[state].title}
          </h2>
          {state === 'locked' ? <LockedByItself /> : <PassphraseFindings found={found} />}
        </div>
      </div>
      {asks && <UnlockForm key={locks} field={field} onUnlock={unlock} />}
      {isOpen && <LockButton onClick={lock} />}
      {state === 'first' && (
        <div className="basis-full">
          <UnusedPassphrase found={found} />
        </div>
      )}
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
  <span className={cn('grid size-9 shrink-0 place-items-center rounded-full', look)}>
    <Icon aria-hidden className="size-[1.125rem]" />
  </span>
)

const states = {
  locked: { title: 'Locked', look: 'bg-paper-deep text-ink-soft', Icon: Lock },
  trying: { title: 'Unlocked', look: 'bg-paper-deep text-ink-soft', Icon: LockOpen },
  fits: { title: 'Unlocked', look: 'bg-success-wash text-success', Icon: LockOpen },
  first: { title: 'Unlocked', look: 'bg-success-wash text-success', Icon: LockOpen },
  'fits nothing': {
    title: 'No entry opens with this passphrase. Try again.',
    look: 'bg-warning-wash text-warning',
    Icon: Lock,
  },
} satisfies Record<string, Look>

const openState = (found: Findings | undefined) => (found ? fitOf(found) : 'trying')

function LockedByItself() {
  const isLockedByItself = useVaultState((state) => state.isLockedByItself)
  return isLockedByItself && <p className="text-ink-soft text-sm">Locked after 10 minutes without use.</p>
}
