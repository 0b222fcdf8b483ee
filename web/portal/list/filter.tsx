import { Select } from '../../ui/input.tsx'

type FilterProps = {
  label: string
  /** The label of the choice that filters nothing: "All statuses". */
  all: string
  choices: readonly { value: string; label: string }[]
  value: string
  onChange: (value: string) => void
  className?: string
}

/** A select that narrows a list by one choice; '' means all. */
export function Filter({ label, all, choices, value, onChange, className }: FilterProps) {
  return (
    <Select aria-label={label} value={value} onChange={(event) => onChange(event.target.value)} className={className}>
      <option value="">{all}</option>
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </Select>
  )
}
