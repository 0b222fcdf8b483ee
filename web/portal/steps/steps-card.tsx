import { useQuery } from '@tanstack/react-query'
import { Card, CardContent, CardHeader, CardTitle } from '../../ui/card.tsx'
import { type Arrow, DragArea } from '../../ui/drag-area.tsx'
import { ErrorState } from '../../ui/empty-and-error-states.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { staffQuery } from '../people/staff-query.ts'
import { useQueuedWrite } from '../writes/use-write.ts'
import { AddSteps } from './add-steps.tsx'
import { positionAt, type Step } from './step.ts'
import { StepItem } from './step-item.tsx'
import { changeStep } from './step-mutations.ts'
import { stepsQuery } from './step-queries.ts'

/** The steps of a project with their assignees and due dates. */
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
  const indexOf = (id: string) => steps.findIndex((step) => step.id === id)
  const titleOf = (id: string) => steps[indexOf(id)]?.title ?? 'the step'

  function move(step: Step | undefined, to: number) {
    if (step === undefined || to < 0 || to >= steps.length) return
    write({ step, to: { position: positionAt(steps, step, to) } })
  }

  return (
    <DragArea
      instructions="To move this step, press Space, choose a place with the up and down arrow keys, and press Space again. Escape cancels."
      nameOf={titleOf}
      placeName={(id) => `place ${indexOf(id) + 1} of ${steps.length}`}
      placeOf={(id) => id}
      nextPlace={(id, arrow) => steps[indexOf(id) + (ways[arrow] ?? 0)]?.id}
      onDrop={({ id, place }) => move(steps[indexOf(id)], indexOf(place))}
      preview={(id) => <p className="rounded-control bg-card px-5 py-2 shadow-raised">{titleOf(id)}</p>}
    >
      <ol>
        {steps.map((step, index) => (
          <StepItem
            key={step.id}
            step={step}
            staff={staff}
            isBelow={(id) => indexOf(id) < index}
            onMove={(by) => move(step, index + by)}
          />
        ))}
      </ol>
    </DragArea>
  )
}

const ways: Partial<Record<Arrow, -1 | 1>> = { ArrowUp: -1, ArrowDown: 1 }

function LoadingSteps() {
  return (
    <div className="grid gap-2 border-line border-t px-5 py-4">
      <Skeleton className="h-6 w-2/3" />
      <Skeleton className="h-6 w-1/2" />
    </div>
  )
}
