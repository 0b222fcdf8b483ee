import { expect } from 'vitest'
import { type Locator, userEvent } from 'vitest/browser'
import { focusProblem } from '../../scripts/testing/focus-problem.ts'

const MAX_STOPS = 80

/**
 * Presses Tab until the target has the focus, as a person without a mouse does. Every stop on the way must show its
 * focus.
 */
export async function tabTo(target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  for (let stops = 0; stops < MAX_STOPS; stops += 1) {
    await userEvent.tab({ shift: key === 'Shift+Tab' })
    expect(focusProblem()).toBeUndefined()
    if (target.query() === document.activeElement) return
  }
  throw new Error(`${MAX_STOPS} times ${key} did not lead to ${target.selector}.`)
}

/** Moves the focus to the target by Tab and types there. */
export async function tabAndType(target: Locator, words: string): Promise<void> {
  await tabTo(target)
  await userEvent.keyboard(words)
}
