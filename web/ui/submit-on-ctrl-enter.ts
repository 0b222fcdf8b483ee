import type { KeyboardEvent } from 'react'
import { isComposing } from '../lib/is-composing.ts'

/** Submits a form on Ctrl+Enter or Cmd+Enter, even from a multi-line field. */
export function submitOnCtrlEnter(event: KeyboardEvent<HTMLFormElement>) {
  const { key, ctrlKey, metaKey, nativeEvent, target, currentTarget: form } = event
  // An open list handles Ctrl+Enter itself, and events bubble from portalled dialogs too.
  const isMeant =
    !(isComposing(nativeEvent) || event.defaultPrevented) && target instanceof Node && form.contains(target)
  if (isMeant && key === 'Enter' && ctrlKey !== metaKey) form.requestSubmit()
}
