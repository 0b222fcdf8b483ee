import { ChevronDown } from 'lucide-react'
import { type ReactNode, useState } from 'react'

type ChoiceCellProps = {
  /** The accessible name of the cell: "Status of Website". */
  label: string
  choices: Readonly<Record<string, string>>
  value: string
  isBusy: boolean
  onChoose: (value: string) => void
  /** The content of the cell while it is not being edited. */
  children: ReactNode
}

/** A cell whose value is chosen in place: an invisible native select lies over it. */
export function ChoiceCell({ label, choices, value, isBusy, onChoose, children }: ChoiceCellProps) {
  // The select is rendered once the pointer or the keyboard reaches the cell: fifty rows with all their options would
  // be a thousand elements.
  const [isReachedFor, setReachedFor] = useState(false)
  const reachFor = () => setReachedFor(true)
  return (
    <span className="group relative inline-flex max-w-full items-center rounded-full has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-2">
      {children}
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute -right-4 size-3.5 text-ink-soft opacity-0 transition-opacity group-hover:opacity-100 group-has-focus-visible:opacity-100"
      />
      <select
        aria-label={label}
        aria-busy={isBusy}
        value={value}
        onPointerEnter={reachFor}
        onPointerDown={reachFor}
        onFocus={reachFor}
        onChange={({ target }) => onChoose(target.value)}
        className="absolute inset-x-0 -inset-y-1.5 cursor-pointer appearance-none opacity-0"
      >
        {isReachedFor &&
          Object.entries(choices).map(([choice, words]) => (
            <option key={choice} value={choice}>
              {words}
            </option>
          ))}
      </select>
    </span>
  )
}
