import { useDraggable, useDroppable } from '@dnd-kit/core'
import { GripVertical } from 'lucide-react'
import { type ComponentProps, type KeyboardEvent, useCallback } from 'react'
import { cn } from '../../lib/cn.ts'
import { DeleteButton } from '../../ui/delete-button.tsx'
import { StaffSelect } from '../people/staff-select.tsx'
import { useQueuedWrite, useWrite } from '../writes/use-write.ts'
import type { Step, StepChange } from './step.ts'
import { StepDay, StepRepetition, StepTick } from './step-controls.tsx'
import { changeStep, deleteStep } from './step-mutations.ts'
import { StepTitle } from './step-title.tsx'

type StepItemProps = {
  step: Step
  staff: ComponentProps<typeof StaffSelect>['staff']
  /** Whether a step that is dropped here comes below this one: it was above it. */
  isBelow: (id: string) => boolean
  /** Moves the step up (-1) or down (1). */
  onMove: (by: -1 | 1) => void
}

/** A step in the list, which can be ticked, renamed, dated, repeated, assigned and moved. */
export function StepItem({ step: stored, staff, isBelow, onMove }: StepItemProps) {
  const { write, latest, isBusy } = useQueuedWrite(changeStep)
  const [remove] = useWrite(deleteStep)
  const { setNodeRef: setPlace, isOver, active } = useDroppable({ id: stored.id })
  const { setNodeRef, isDragging, ...grip } = useDraggable({ id: stored.id })
  const setItem = useCallback(
    (item: HTMLElement | null) => {
      setPlace(item)
      setNodeRef(item)
    },
    [setPlace, setNodeRef],
  )
  const step = { ...stored, ...latest?.to }
  const { title, due_on, repeats, assigned_to } = step
  const to = (next: StepChange, since?: StepChange) => write({ step: stored, to: next, ...(since && { since }) })

  function move(event: KeyboardEvent) {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    onMove(event.key === 'ArrowUp' ? -1 : 1)
  }

  return (
    <li
      ref={setItem}
      className={cn(
        'relative flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-t py-2 pr-3 pl-6',
        isDragging && 'opacity-55',
        isOver && !isDragging && (active && isBelow(String(active.id)) ? lineBelow : lineAbove),
      )}
      aria-busy={isBusy}
      onKeyDown={move}
    >
      <Grip title={stored.title} {...grip} />
      <StepTick step={step} aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown" onReopen={() => to({ is_done: false })} />
      <StepTitle step={step} onChange={(typed) => to({ title: typed }, { title })} />
      <div className="ml-auto flex items-center justify-end gap-x-3 max-sm:w-full">
        <StepRepetition step={step} isBusy={isBusy} onChange={(change) => to(change, { repeats })} />
        <StepDay step={step} onChange={(change) => to(change, { due_on, repeats })} />
        <StaffSelect
          aria-label={`Person for ${step.title}`}
          nobody="Nobody"
          staff={staff}
          assigned={stored.assigned_to}
          assigneeName={stored.assignee?.display_name}
          chosen={assigned_to}
          onAssign={(person) => to({ assigned_to: person }, { assigned_to })}
          className="h-8 w-36 text-sm md:text-sm"
        />
        <DeleteButton label={`Delete step ${step.title}`} onClick={() => void remove(step)} />
      </div>
    </li>
  )
}

/** The line where a dragged step would go. */
const lineAbove = 'shadow-[inset_0_2px_0_0_var(--color-ink)]'
const lineBelow = 'shadow-[inset_0_-2px_0_0_var(--color-ink)]'

type GripProps = Pick<ReturnType<typeof useDraggable>, 'setActivatorNodeRef' | 'listeners' | 'attributes'> & {
  title: string
}

/** The handle by which a step is dragged, so that its fields stay usable. */
const Grip = ({ title, setActivatorNodeRef, listeners, attributes }: GripProps) => (
  <button
    {...listeners}
    ref={setActivatorNodeRef}
    type="button"
    aria-label={`Move ${title}`}
    aria-describedby={attributes['aria-describedby']}
    className="absolute inset-y-0 left-0 grid w-6 cursor-grab touch-manipulation place-items-center rounded-control text-ink-soft"
  >
    <GripVertical aria-hidden className="size-4 opacity-60" />
  </button>
)
