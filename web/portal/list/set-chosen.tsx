import { Select } from '../../ui/input.tsx'

type SetChosenProps<Value extends string> = {
  /** The accessible name of the select: "Status of the chosen projects". */
  label: string
  /** The label of the button: "Set status". */
  action: string
  choices: readonly Value[]
  labels: Readonly<Record<Value, string>>
  isBusy: boolean
  onChoose: (value: Value) => void
}

/** Gives all chosen rows the same status. */
export function SetChosen<Value extends string>(props: SetChosenProps<Value>) {
  const { label, action, choices, labels, isBusy, onChoose } = props
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
      <option value="">{action}</option>
      {choices.map((choice) => (
        <option key={choice} value={choice}>
          {labels[choice]}
        </option>
      ))}
    </Select>
  )
}
