import type { KeyboardEvent } from 'react'
import { Select } from '../../ui/input.tsx'

type ActionSelectProps<Choice extends string> = {
  /** What choosing does: it stands where the chosen value would. */
  action: string
  label: string
  choices: readonly Choice[]
  isBusy: boolean
  onChoose: (choice: Choice) => void
}

/** A select that does something as soon as a choice is made, and then shows its name again. */
export function ActionSelect<Choice extends string>({
  action,
  label,
  choices,
  isBusy,
  ...props
}: ActionSelectProps<Choice>) {
  function choose(value: string) {
    const chosen = choices.find((choice) => choice === value)
    // Not disabled while busy: the keyboard would lose its place.
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

/** In a closed select the arrows and letters choose at once: here they would do something unseen, so they open it. */
function openFirst(event: KeyboardEvent<HTMLSelectElement>) {
  const { key, ctrlKey, metaKey, altKey, currentTarget: select } = event
  const chooses =
    key.startsWith('Arrow') || key.startsWith('Page') || key === 'Home' || key === 'End' || key.length === 1
  if (!chooses || ctrlKey || metaKey || altKey || isOpen(select) || !('showPicker' in select)) return
  event.preventDefault()
  select.showPicker()
}

/** Where the browser cannot tell, it is one that hands no keys of an open list to the page. */
const isOpen = (select: HTMLSelectElement) => CSS.supports('selector(:open)') && select.matches(':open')
