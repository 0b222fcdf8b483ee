import { type ReactNode, useRef, useState } from 'react'
import { Input } from '../../ui/input.tsx'

type DayCellProps = {
  /** The accessible name of the cell: "Target date of Website". */
  label: string
  /** A date like '2026-03-04', or null for none. */
  value: string | null
  /** Stores another date. While the cell is edited, it stays the function of the moment in which that began. */
  onChange: (value: string | null) => void
  /** The content of the cell while it is not being edited. */
  children: ReactNode
  /** Whether the date is being edited, where something else than the cell can begin it. */
  editing?: readonly [isOpen: boolean, setOpen: (isOpen: boolean) => void]
}

/** A date that is edited in place: Enter or leaving the field saves it, Escape discards the change. */
export function DayCell({ label, value, onChange, children, editing }: DayCellProps) {
  const own = useState(false)
  const [isOpen, setOpen] = editing ?? own
  const button = useRef<HTMLButtonElement>(null)

  if (!isOpen) {
    return (
      <button
        ref={button}
        type="button"
        onClick={() => setOpen(true)}
        className="-mx-1.5 -my-1 rounded-control px-1.5 py-1 text-left decoration-dotted underline-offset-4 hover:bg-paper-deep hover:underline"
      >
        <span className="sr-only">{label}: </span>
        {children}
      </button>
    )
  }
  return (
    <DayField
      label={label}
      value={value}
      onChange={onChange}
      onClose={() => setOpen(false)}
      // The button that gets the focus back exists again only after the next rendering.
      onKey={() => requestAnimationFrame(() => button.current?.focus())}
    />
  )
}

type DayFieldProps = Pick<DayCellProps, 'label' | 'value' | 'onChange'> & { onClose: () => void; onKey: () => void }

function DayField({ label, onClose, onKey, ...props }: DayFieldProps) {
  // A colleague may change the date meanwhile, and it is not theirs that the person saw and has changed or left.
  const [opened] = useState(props)

  function close(typed: HTMLInputElement, { stores }: { stores: boolean }) {
    // An incomplete date such as "2026-02-" cannot be stored.
    const isWhole = !typed.validity.badInput
    if (stores && isWhole && typed.value !== (opened.value ?? '')) opened.onChange(typed.value || null)
    onClose()
  }

  return (
    <Input
      type="date"
      aria-label={label}
      defaultValue={opened.value ?? ''}
      // The date field replaces the button that had the focus.
      autoFocus
      onBlur={({ target }) => close(target, { stores: true })}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== 'Escape') return
        event.preventDefault()
        close(event.currentTarget, { stores: event.key === 'Enter' })
        onKey()
      }}
      className="h-8 w-36 px-2 text-sm"
    />
  )
}
