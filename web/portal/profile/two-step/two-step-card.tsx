import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSingleFlight } from '../../../lib/use-single-flight.ts'
import { Button } from '../../../ui/button.tsx'
import { Card, CardContent, CardHeader, CardTitle } from '../../../ui/card.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast.ts'
import { catalogue } from '../../catalogue.ts'
import { SetUp } from './set-up.tsx'
import { myAppQuery, type NewApp, useBeginTwoStep, useEndTwoStep } from './two-step.ts'

export function TwoStepCard() {
  const { data: app, isPending, isError, refetch } = useQuery(myAppQuery())
  return (
    <Card>
      <CardHeader>
        <CardTitle>Two-Step Sign-In</CardTitle>
      </CardHeader>
      {isPending ? (
        <CardContent aria-busy>
          <Skeleton className="h-32 sm:h-26" />
        </CardContent>
      ) : isError ? (
        <ErrorState title="Two-step sign-in could not be loaded." onRetry={() => void refetch()} />
      ) : (
        <CardContent>{app ? <TurnedOn factorId={app.id} /> : <TurnedOff />}</CardContent>
      )}
    </Card>
  )
}

function TurnedOff() {
  const [newApp, setNewApp] = useState<NewApp>()
  const { mutateAsync: begin } = useBeginTwoStep()
  const [setUp, isBusy] = useSingleFlight(async () => {
    try {
      setNewApp(await begin())
    } catch (error) {
      toast.error(catalogue.profile.twoStepFailed(error))
    }
  })
  if (newApp) return <SetUp app={newApp} onCancel={() => setNewApp(undefined)} />
  return (
    <div className="grid gap-4">
      <p className="text-ink-soft">
        Asks for a code from an app on your phone each time you sign in, so that your password alone opens nothing.
      </p>
      <Button variant="outline" className="justify-self-start" disabled={isBusy} onClick={() => void setUp()}>
        {isBusy ? 'Setting Up...' : 'Set Up'}
      </Button>
    </div>
  )
}

function TurnedOn({ factorId }: { factorId: string }) {
  const [isAsking, setIsAsking] = useState(false)
  const { mutateAsync: end } = useEndTwoStep()
  const [turnOff, isBusy] = useSingleFlight(async () => {
    try {
      await end(factorId)
      toast.success(catalogue.profile.twoStepOff)
    } catch (error) {
      toast.error(catalogue.profile.twoStepFailed(error))
    }
    setIsAsking(false)
  })
  return (
    <div className="grid gap-4">
      <p className="text-ink-soft">It is on: each sign-in asks for a code from your authenticator app.</p>
      <Button variant="outline" className="justify-self-start" onClick={() => setIsAsking(true)}>
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
        onConfirm={() => void turnOff()}
      />
    </div>
  )
}
