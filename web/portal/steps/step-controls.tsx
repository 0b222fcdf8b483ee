import { Repeat } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cn } from '../../lib/cn.ts'
import { today } from '../../lib/today.ts'
import { Day } from '../../ui/day.tsx'
import { ChoiceCell } from '../list/choice-cell.tsx'
import { DayCell } from '../list/day-cell.tsx'
import { useWrite } from '../writes/use-write.ts'
import { repetitions, type Step, type StepChange } from './step.ts'
import { tickStep } from './step-mutations.ts'

type StepTickProps = Pick<ComponentProps<'input'>, 'aria-keyshortcuts'> & {
  step: Step
  onReopen: () => void
}

/** The checkbox of a step. Ticking has an Undo. */
export function StepTick({ step, onReopen, ...props }: StepTickProps) {
  const [tick, isTicking] = useWrite(tickStep)
  return (
    <label className="-m-2 grid size-10 shrink-0 cursor-pointer place-items-center">
      <input
        {...props}
        type="checkbox"
        aria-label={step.title}
        aria-busy={isTicking}
        className="size-4 cursor-pointer accent-ink"
        checked={step.is_done || isTicking}
        onChange={() => (step.is_done ? onReopen() : void tick(step))}
      />
    </label>
  )
}

/** The day of a step, edited in place; red once it has passed and the step is open. Without a day nothing repeats. */
export function StepDay({ step, onChange }: { step: Step; onChange: (change: StepChange) => void }) {
  const isLate = !step.is_done && step.due_on !== null && step.due_on < today()
  const change = (due_on: string | null) =>
    onChange(due_on === null && step.repeats !== null ? { due_on, repeats: null } : { due_on })
  return (
    <span
      className={cn(
        'ml-auto min-w-14 shrink-0 text-right text-sm',
        isLate ? 'font-medium text-danger' : 'text-ink-soft',
      )}
    >
      <DayCell label={`Day of ${step.title}`} value={step.due_on} onChange={change}>
        {step.due_on === null ? 'No day' : <Day day={step.due_on} />}
        {isLate && <span className="sr-only">, overdue</span>}
      </DayCell>
    </span>
  )
}

const labels = { '': 'Does not repeat', week: 'Every week', month: 'Every month', quarter: 'Every quarter' }

type StepRepetitionProps = { step: Step; isBusy: boolean; onChange: (change: StepChange) => void }

/** How often a step with a day comes back once it is done. */
export function StepRepetition({ step, isBusy, onChange }: StepRepetitionProps) {
  if (step.due_on === null || (step.is_done && step.repeats === null)) return null
  return (
    <ChoiceCell
      label={`Repetition of ${step.title}`}
      choices={labels}
      value={step.repeats ?? ''}
      isBusy={isBusy}
      onChoose={(chosen) => onChange({ repeats: repetitions.find((known) => known === chosen) ?? null })}
    >
      <span className="flex h-6 min-w-6 items-center gap-1 text-ink-soft text-sm">
        <Repeat aria-hidden className={cn('size-3.5', step.repeats === null && 'opacity-60')} />
        {step.repeats !== null && <span className="max-sm:sr-only">{labels[step.repeats]}</span>}
      </span>
    </ChoiceCell>
  )
}
