import type { KeyboardEvent } from 'react'
import { Select } from '../../ui/input.tsx'

type ActionSelectProps<Choice extends string> = {
  /** The label that a select shows instead of its value. */
  action: string
  label: string
  choices: readonly Choice[]
  isBusy: boolean
  onChoose: (choice: Choice) => void
}

/** A select that acts as soon as a choice is made and then shows its label again. */
export function ActionSelect<Choice extends string>({
  action,
  label,
  choices,
  isBusy,
  ...props
}: ActionSelectProps<Choice>) {
  function choose(value: string) {
    const chosen = choices.find((choice) => choice === value)
    // The select is not disabled while busy, since the keyboard focus would be lost.
    if (chosen !== undefined && !isBusy) props.onChoose(chosen)
  }

  return (
    <Select
      aria-label={label}
      aria-busy={isBusy}
      value=""
      onChange={(event) => choose(event.target.value)}
      onKeyDown={openFirst}
      className="shrink-0 pr-5 pl-2 [--chevron-inset:0.25rem] folded:w-29 folded:grow folded:basis-32 md:text-sm unfolded:h-9 unfolded:w-auto unfolded:field-sizing-content"
    >
      <option value="">{action}</option>
      {choices.map((choice) => (
        <option key={choice} value={choice}>
          {choice}
        </option>
      ))}
    </Select>
  )
}

/** Opens a closed select on arrows and letters, which would otherwise choose at once and unseen. */
function openFirst(event: KeyboardEvent<HTMLSelectElement>) {
  const { key, ctrlKey, metaKey, altKey, currentTarget: select } = event
  const chooses =
    key.startsWith('Arrow') || key.startsWith('Page') || key === 'Home' || key === 'End' || key.length === 1
  if (!chooses || ctrlKey || metaKey || altKey || isOpen(select) || !('showPicker' in select)) return
  event.preventDefault()
  select.showPicker()
}

/** Whether a select's list is open. Browsers without :open do not pass the keys of an open list to the page. */
const isOpen = (select: HTMLSelectElement) => CSS.supports('selector(:open)') && select.matches(':open')
