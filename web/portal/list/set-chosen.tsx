import { Select } from '../../ui/input.tsx'

type SetChosenProps<Value extends string> = {
  /** "Status of the chosen projects" */
  label: string
  choices: readonly Value[]
  labels: Readonly<Record<Value, string>>
  isBusy: boolean
  onChoose: (value: Value) => void
}

/** Gives all chosen rows one status. */
export function SetChosen<Value extends string>({ label, choices, labels, isBusy, onChoose }: SetChosenProps<Value>) {
  return (
    <Select
      aria-label={label}
      value=""
      disabled={isBusy}
      onChange={({ target }) => {
        const chosen = choices.find((known) => known === target.value)
        if (chosen !== undefined) onChoose(chosen)
      }}
      className="h-9 w-auto"
    >
      <option value="">Set status</option>
      {choices.map((choice) => (
        <option key={choice} value={choice}>
          {labels[choice]}
        </option>
      ))}
    </Select>
  )
}
