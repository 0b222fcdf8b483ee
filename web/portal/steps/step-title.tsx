import { useId, useRef, useState } from 'react'
import { cn } from '../../lib/cn.ts'
import { Input } from '../../ui/input.tsx'
import { problemOf, type Step } from './step.ts'

/** The title, which a click turns into a field: Enter or leaving the field saves it, Escape discards the change. */
export function StepTitle({ step, onChange }: { step: Step; onChange: (title: string) => void }) {
  // The title and its change as they are when the field opens: a colleague may rename the step meanwhile, and it is not their
  // title that the person saw and has changed or left.
  const [opened, setOpened] = useState<{ title: string; onChange: (title: string) => void }>()
  const [problem, setProblem] = useState<string>()
  const problemId = useId()
  const button = useRef<HTMLButtonElement>(null)

  function close(typed: string | undefined) {
    const title = typed?.trim()
    const found = title && problemOf([title])
    setProblem(found || undefined)
    if (found) return
    if (title && title !== opened?.title) opened?.onChange(title)
    setOpened(undefined)
    // The button exists again only after the next rendering.
    requestAnimationFrame(() => button.current?.focus())
  }

  if (opened) {
    return (
      <div className="min-w-40 flex-1">
        <Input
          aria-label={`Title of ${opened.title}`}
          defaultValue={opened.title}
          aria-invalid={problem !== undefined}
          aria-describedby={problem && problemId}
          // The field replaces the button that had the focus.
          autoFocus
          className="h-9"
          onBlur={({ target }) => close(target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') close(event.currentTarget.value)
            if (event.key === 'Escape') close(undefined)
          }}
        />
        {problem && (
          <p id={problemId} role="alert" className="mt-1 text-danger text-sm">
            {problem}
          </p>
        )}
      </div>
    )
  }
  return (
    <button
      ref={button}
      type="button"
      onClick={() => setOpened({ title: step.title, onChange })}
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
