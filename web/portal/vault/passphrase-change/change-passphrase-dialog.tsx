import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useUnloadGuard } from '../../../lib/use-unload-guard.ts'
import { Dialog, DialogContent } from '../../../ui/dialog.tsx'
import { useFocusAfterDialog } from '../../../ui/use-focus-after-dialog.ts'
import { useMe } from '../../me/me.ts'
import { useWrite } from '../../writes/use-write.ts'
import { useVault } from '../vault-context.tsx'
import { AskPassphrases, type Passphrases } from './ask-passphrases.tsx'
import { Changed, Encrypting, Opening, Storing, Unknown } from './change-steps.tsx'
import { ConfirmChange } from './confirm-change.tsx'
import { notifyOtherWindows } from './other-windows.ts'
import { PassphraseChange } from './passphrase-change.ts'
import type { ChangePlan, VaultChange } from './plan.ts'
import { OutcomeUnknown, type StoreOutcome, storeChange } from './store-change.ts'

/** The dialog is open while it is rendered. Only its buttons close it: a slip would lose minutes of work. */
export function ChangePassphraseDialog({ onClose }: { onClose: () => void }) {
  const { id: myId } = useMe()
  const [change] = useState(() => new PassphraseChange())
  const state = useSyncExternalStore(change.subscribe, change.state)
  const passphrases = useRef<Passphrases>(undefined)
  const { store, ask, outcome, isUnknown } = useStoring(change, passphrases)
  useEffect(() => () => change.begin(), [change])
  const isAtWork = outcome === undefined && state.step !== 'asking' && state.step !== 'deciding'
  useUnloadGuard(isAtWork)
  const vault = useVault()
  useEffect(() => (isAtWork ? vault.pauseTrying() : undefined), [isAtWork, vault])

  async function encrypt(plan: ChangePlan) {
    const ready = await change.encrypt(plan, passphrases.current?.fresh ?? '')
    if (ready) await store(ready)
  }

  const mayClose = state.step === 'asking' || state.step === 'deciding' || outcome !== undefined
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && mayClose && onClose()}>
      <DialogContent
        {...useFocusAfterDialog()}
        title="Change passphrase"
        description="All your entries are encrypted again in this browser and stored together or not at all."
        className="sm:max-w-xl"
        isClosable={mayClose}
      >
        {state.step === 'asking' && (
          <AskPassphrases
            typed={passphrases.current}
            problem={state.problem}
            onCancel={onClose}
            onSubmit={(typed) => {
              passphrases.current = typed
              void change.open(typed.current, vault, myId)
            }}
          />
        )}
        {state.step === 'opening' && <Opening {...state} onCancel={onClose} />}
        {state.step === 'deciding' && (
          <ConfirmChange plan={state.plan} onCancel={onClose} onChange={() => void encrypt(state.plan)} />
        )}
        {state.step === 'encrypting' && <Encrypting {...state} onCancel={onClose} />}
        {state.step === 'storing' &&
          (outcome ? (
            <Changed plan={state.plan} outcome={outcome} onClose={onClose} />
          ) : isUnknown ? (
            <Unknown onAsk={ask} />
          ) : (
            <Storing />
          ))}
      </DialogContent>
    </Dialog>
  )
}

/** Sends the one request, again until its answer is known. Then this window continues with the new passphrase. */
function useStoring(change: PassphraseChange, passphrases: { current: Passphrases | undefined }) {
  const { id: myId } = useMe()
  const vault = useVault()
  const [locks] = useState(() => vault.state().locks)
  const [unknown, setUnknown] = useState<VaultChange>()
  const [outcome, setOutcome] = useState<StoreOutcome>()
  const [store] = useWrite(storeChange, {
    onMutate: () => setUnknown(undefined),
    onSuccess(found) {
      notifyOtherWindows(myId)
      // The vault stays locked if it was locked meanwhile.
      if (vault.state().locks === locks) vault.unlock(passphrases.current?.fresh ?? '')
      setOutcome(found)
    },
    onError(error, sent) {
      if (error instanceof OutcomeUnknown) setUnknown(sent)
      else change.begin(error.message)
    },
  })
  return { store, outcome, isUnknown: unknown !== undefined, ask: () => unknown && void store(unknown) }
}
