import { useQuery } from '@tanstack/react-query'
import { Card, CardContent, CardHeader, CardTitle } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/empty-and-error-states.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { staffQuery } from '../people/staff-query.ts'
import { useQueuedWrite } from '../writes/use-write.ts'
import { AddSteps } from './add-steps.tsx'
import { positionAt, type Step } from './step.ts'
import { StepItem } from './step-item.tsx'
import { changeStep } from './step-mutations.ts'
import { stepsQuery } from './step-queries.ts'

/** The steps of a project: what is to be done, by whom and by when. */
export function StepsCard({ projectId, agencyId }: { projectId: string; agencyId: string }) {
  const { data: steps, isError, isFetching, refetch } = useQuery(stepsQuery(projectId))
  const done = steps?.filter(({ is_done }) => is_done).length ?? 0
  return (
    <Card aria-label="Steps" aria-busy={isFetching}>
      <CardHeader>
        <div className="flex items-baseline gap-2">
          <CardTitle>Steps</CardTitle>
          {steps && steps.length > 0 && (
            <span className="text-ink-soft text-sm tabular-nums">
              {done} of {steps.length}
            </span>
          )}
        </div>
      </CardHeader>
      {steps === undefined && isError && (
        <ErrorState title="The steps could not be loaded." onRetry={() => void refetch()} />
      )}
      {steps === undefined && !isError && <LoadingSteps />}
      {steps?.length === 0 && <CardContent className="text-ink-soft">No steps yet. What has to be done?</CardContent>}
      {steps && steps.length > 0 && <StepList steps={steps} agencyId={agencyId} />}
      {steps && <AddSteps projectId={projectId} />}
    </Card>
  )
}

function StepList({ steps, agencyId }: { steps: readonly Step[]; agencyId: string }) {
  const { data: staff = [] } = useQuery(staffQuery([agencyId]))
  const { write } = useQueuedWrite(changeStep)

  function move(step: Step, to: number) {
    if (to < 0 || to >= steps.length) return
    write({ step, to: { position: positionAt(steps, step, to) } })
  }

  return (
    <ol>
      {steps.map((step, index) => (
        <StepItem key={step.id} step={step} staff={staff} onMove={(by) => move(step, index + by)} />
      ))}
    </ol>
  )
}

function LoadingSteps() {
  return (
    <div className="grid gap-2 border-line border-t px-5 py-4">
      <Skeleton className="h-6 w-2/3" />
      <Skeleton className="h-6 w-1/2" />
    </div>
  )
}
