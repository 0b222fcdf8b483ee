import { type FocusEvent, useEffect, useId, useRef } from 'react'
import { Link } from 'react-router'
import { cn } from '../../lib/cn.ts'
import { today } from '../../lib/today.ts'
import { nameOf } from '../people/person.tsx'
import { StepDay, StepTick } from '../steps/step-controls.tsx'
import { changeStep } from '../steps/step-mutations.ts'
import { useQueuedWrite } from '../writes/use-write.ts'
import { groupByDay } from './step-groups.ts'
import type { ListedStep } from './steps-by-day-query.ts'

type StepGroupsProps = { steps: readonly ListedStep[]; showsPeople: boolean }

/** The steps below headings that say when they are due. */
export function StepGroups({ steps, showsPeople }: StepGroupsProps) {
  return (
    <div {...useFocusOnNext(steps)}>
      {groupByDay(steps, today()).map(({ heading, steps: due }) => (
        <StepGroup key={heading} heading={heading}>
          {due.map((step) => (
            <StepLine key={step.id} step={step} showsPerson={showsPeople} />
          ))}
        </StepGroup>
      ))}
    </div>
  )
}

function StepGroup({ heading, children }: { heading: string; children: React.ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="border-line border-t">
      <h3
        id={id}
        className={cn('px-5 pt-3 pb-1 font-medium text-sm', heading === 'Overdue' ? 'text-danger' : 'text-ink-soft')}
      >
        {heading}
      </h3>
      <ol className="pb-2">{children}</ol>
    </section>
  )
}

function StepLine({ step: stored, showsPerson }: { step: ListedStep; showsPerson: boolean }) {
  const { write, latest, isBusy } = useQueuedWrite(changeStep)
  const step = { ...stored, ...latest?.to }
  const person = stored.assigned_to === null ? 'Nobody' : nameOf(stored.assignee)
  return (
    <li className="flex items-start gap-3 px-5 py-1.5" aria-busy={isBusy}>
      <StepTick step={step} onReopen={() => write({ step: stored, to: { is_done: false } })} />
      <div className="min-w-0 flex-1 leading-tight">
        <p className="wrap-anywhere text-[0.9375rem]">{step.title}</p>
        <p className="wrap-anywhere text-ink-soft text-sm">
          <Link to={`/dashboard/projects/${stored.project.id}`} className="underline-offset-4 hover:underline">
            {stored.project.name}
          </Link>
          {showsPerson && ` · ${person}`}
        </p>
      </div>
      <StepDay step={step} onChange={(to) => write({ step: stored, to })} />
    </li>
  )
}

/** Keeps the focus in its place in the list when the step that had it is ticked, which takes it away. */
function useFocusOnNext(steps: readonly ListedStep[]) {
  const list = useRef<HTMLDivElement>(null)
  const place = useRef<number>(undefined)
  const lines = () => [...(list.current?.querySelectorAll('li') ?? [])]

  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus can be lost only where the steps have changed
  useEffect(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body
    if (place.current === undefined || !isLost) return
    const line = lines()[Math.min(place.current, lines().length - 1)]
    line?.querySelector('input')?.focus({ preventScroll: true })
  }, [steps])

  return {
    ref: list,
    onFocus: ({ target }: FocusEvent) => {
      place.current = lines().findIndex((line) => line.contains(target))
    },
  }
}
