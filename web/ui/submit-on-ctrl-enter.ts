import type { KeyboardEvent } from 'react'
import { isComposing } from '../lib/is-composing.ts'

/** Ctrl+Enter or Cmd+Enter sends a form, also from a field in which Enter begins a line. */
export function submitOnCtrlEnter(event: KeyboardEvent<HTMLFormElement>) {
  const { key, ctrlKey, metaKey, nativeEvent, target, currentTarget: form } = event
  // A list that is open takes the key, and a dialog that belongs to the form lies elsewhere in the page.
  const isMeant =
    !(isComposing(nativeEvent) || event.defaultPrevented) && target instanceof Node && form.contains(target)
  if (isMeant && key === 'Enter' && ctrlKey !== metaKey) form.requestSubmit()
}
