import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card, CardContent, CardHeader, CardTitle } from '../../../ui/card.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { ErrorState } from '../../../ui/empty-and-error-states.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { toast } from '../../../ui/toast.ts'
import { useWrite } from '../../writes/use-write.ts'
import { profileToasts } from '../profile-toasts.ts'
import { CodesLeft } from './codes-left.tsx'
import { KeepCodes } from './keep-codes.tsx'
import { SetUp } from './set-up.tsx'
import { beginTwoStep, endTwoStep, type FinishedSetUp, type NewApp, type TwoStep, twoStepQuery } from './two-step.ts'

export function TwoStepCard() {
  const { data: twoStep, isPending, isError, refetch } = useQuery(twoStepQuery())
  const [newApp, setNewApp] = useState<NewApp & { isNewPhone: boolean }>()
  const [newCodes, setNewCodes] = useState<readonly string[]>()
  const [setUp, isBeginning] = useWrite(beginTwoStep, {
    onSuccess: (app) => setNewApp({ ...app, isNewPhone: Boolean(twoStep) }),
  })

  function finish({ codes, problem }: FinishedSetUp) {
    setNewApp(undefined)
    setNewCodes(codes)
    if (problem !== undefined) toast.error(profileToasts.recoveryCodesFailed(problem))
  }

  return (
    <Card>
      <CardHeader>
        <CardTitle>Two-Step Sign-In</CardTitle>
      </CardHeader>
      {newCodes ? (
        <CardContent>
          <KeepCodes codes={newCodes} onKept={() => setNewCodes(undefined)} />
        </CardContent>
      ) : newApp ? (
        <CardContent>
          <SetUp app={newApp} isNewPhone={newApp.isNewPhone} onFinish={finish} onCancel={() => setNewApp(undefined)} />
        </CardContent>
      ) : isPending ? (
        <CardContent aria-busy>
          <Skeleton className="h-32 sm:h-26" />
        </CardContent>
      ) : isError ? (
        <ErrorState title="Two-step sign-in could not be loaded." onRetry={() => void refetch()} />
      ) : (
        <CardContent>
          {twoStep ? (
            <TurnedOn twoStep={twoStep} onNewPhone={setUp} isBeginning={isBeginning} onNewCodes={setNewCodes} />
          ) : (
            <TurnedOff onSetUp={setUp} isBeginning={isBeginning} />
          )}
        </CardContent>
      )}
    </Card>
  )
}

function TurnedOff({ onSetUp, isBeginning }: { onSetUp: () => Promise<void>; isBeginning: boolean }) {
  return (
    <div className="grid gap-4">
      <p className="text-ink-soft text-sm">
        Each sign-in asks for a code from an app on your phone, so a stolen password is not enough.
      </p>
      <Button variant="outline" className="justify-self-start" disabled={isBeginning} onClick={() => void onSetUp()}>
        {isBeginning ? 'Setting Up...' : 'Set Up'}
      </Button>
    </div>
  )
}

type TurnedOnProps = {
  twoStep: TwoStep
  onNewPhone: () => Promise<void>
  isBeginning: boolean
  onNewCodes: (codes: readonly string[]) => void
}

function TurnedOn({ twoStep, onNewPhone, isBeginning, onNewCodes }: TurnedOnProps) {
  const { codes, cameByRecoveryCode } = twoStep
  return (
    <div className="grid gap-4">
      <p className="text-ink-soft text-sm">It is on. Each sign-in asks for a code from your authenticator app.</p>
      {cameByRecoveryCode && (
        <Alert tone="info">
          You signed in with a recovery code. If your phone is gone, set up the app on another one.
        </Alert>
      )}
      {codes !== undefined && <CodesLeft codes={codes} onNew={onNewCodes} />}
      <div className="flex flex-wrap gap-3">
        <Button variant="outline" disabled={isBeginning} onClick={() => void onNewPhone()}>
          {isBeginning ? 'Setting Up...' : 'New Phone'}
        </Button>
        {/* A session that rests on a code could not give up the app after the codes: first comes the new phone. */}
        {!cameByRecoveryCode && <TurnOff twoStep={twoStep} />}
      </div>
    </div>
  )
}

function TurnOff({ twoStep }: { twoStep: TwoStep }) {
  const [isAsking, setIsAsking] = useState(false)
  const [turnOff, isBusy] = useWrite(endTwoStep, { onSettled: () => setIsAsking(false) })
  return (
    <>
      <Button variant="outline" onClick={() => setIsAsking(true)}>
        Turn Off
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        title="Turn off two-step sign-in?"
        description="Your password alone will then open your account."
        action="Turn Off"
        busyAction="Turning Off..."
        isBusy={isBusy}
        onConfirm={() => void turnOff(twoStep)}
      />
    </>
  )
}
