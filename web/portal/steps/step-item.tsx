import { type KeyboardEvent, useRef, useState } from 'react'
import { cn } from '../../lib/cn.ts'
import { today } from '../../lib/today.ts'
import { Day } from '../../ui/day.tsx'
import { DeleteButton } from '../../ui/delete-button.tsx'
import { Input, Select } from '../../ui/input.tsx'
import { DayCell } from '../list/day-cell.tsx'
import { useQueuedWrite, useWrite } from '../writes/use-write.ts'
import { LONGEST_TITLE, type Step, type StepChange } from './step.ts'
import { changeStep, deleteStep, tickStep } from './step-mutations.ts'

type Colleague = { id: string; display_name: string | null }

type StepItemProps = {
  step: Step
  staff: readonly Colleague[]
  /** Moves the step up (-1) or down (1). */
  onMove: (by: -1 | 1) => void
}

/** A step in its list: ticked, renamed, dated, given to somebody and moved in place. */
export function StepItem({ step: stored, staff, onMove }: StepItemProps) {
  const [tick, isTicking] = useWrite(tickStep)
  const { write, latest, isBusy } = useQueuedWrite(changeStep)
  const [remove] = useWrite(deleteStep)
  const step = { ...stored, ...latest?.to }
  const to = (next: StepChange) => write({ step: stored, to: next })
  const isLate = !step.is_done && step.due_on !== null && step.due_on < today()

  function move(event: KeyboardEvent) {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    onMove(event.key === 'ArrowUp' ? -1 : 1)
  }

  return (
    <li
      className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-t py-2 pr-3 pl-5"
      aria-busy={isTicking || isBusy}
      onKeyDown={move}
    >
      <label className="-m-2 grid size-10 shrink-0 cursor-pointer place-items-center">
        <input
          type="checkbox"
          aria-label={step.title}
          aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
          className="size-4 cursor-pointer accent-ink"
          checked={step.is_done}
          onChange={() => (step.is_done ? to({ is_done: false }) : void tick(step))}
        />
      </label>
      <StepTitle step={step} onChange={(title) => to({ title })} />
      <span className={cn('ml-auto text-sm', isLate ? 'font-medium text-danger' : 'text-ink-soft')}>
        <DayCell label={`Day of ${step.title}`} value={step.due_on} onChange={(due_on) => to({ due_on })}>
          {step.due_on === null ? 'No day' : <Day day={step.due_on} />}
          {isLate && <span className="sr-only">, overdue</span>}
        </DayCell>
      </span>
      <Assignee step={step} staff={staff} onChange={(assigned_to) => to({ assigned_to })} />
      <DeleteButton label={`Delete step ${step.title}`} onClick={() => void remove(step)} />
    </li>
  )
}

/** The title, which a click turns into a field: Enter or leaving the field saves it, Escape discards the change. */
function StepTitle({ step, onChange }: { step: Step; onChange: (title: string) => void }) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)

  function close(typed: string | undefined) {
    const title = typed?.trim()
    if (title && title !== step.title) onChange(title)
    setOpen(false)
    // The button exists again only after the next rendering.
    requestAnimationFrame(() => button.current?.focus())
  }

  if (isOpen) {
    return (
      <Input
        aria-label={`Title of ${step.title}`}
        defaultValue={step.title}
        maxLength={LONGEST_TITLE}
        // The field replaces the button that had the focus.
        autoFocus
        className="h-9 min-w-40 flex-1"
        onBlur={({ target }) => close(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') close(event.currentTarget.value)
          if (event.key === 'Escape') close(undefined)
        }}
      />
    )
  }
  return (
    <button
      ref={button}
      type="button"
      onClick={() => setOpen(true)}
      className={cn(
        'wrap-anywhere min-w-40 flex-1 rounded-control py-1 text-left text-[0.9375rem] underline-offset-4',
        step.is_done ? 'text-ink-soft line-through' : 'decoration-dotted hover:underline',
      )}
    >
      <span className="sr-only">Rename: </span>
      {step.title}
    </button>
  )
}

const NOBODY = ''

type AssigneeProps = Pick<StepItemProps, 'step' | 'staff'> & { onChange: (assignee: string | null) => void }

function Assignee({ step, staff, onChange }: AssigneeProps) {
  const isMissing = step.assigned_to !== null && !staff.some(({ id }) => id === step.assigned_to)
  return (
    <Select
      aria-label={`Person for ${step.title}`}
      className="h-8 w-36 text-sm md:text-sm"
      value={step.assigned_to ?? NOBODY}
      onChange={({ target }) => onChange(target.value === NOBODY ? null : target.value)}
    >
      <option value={NOBODY}>Nobody</option>
      {isMissing && <option value={step.assigned_to ?? ''}>{step.assignee?.display_name ?? 'Unknown User'}</option>}
      {staff.map(({ id, display_name }) => (
        <option key={id} value={id}>
          {display_name ?? 'Unknown User'}
        </option>
      ))}
    </Select>
  )
}
