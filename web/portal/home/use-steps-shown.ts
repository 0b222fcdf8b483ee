import { useState } from 'react'

const choices = ['all', 'next', 'hidden'] as const

/** How much of the first steps is shown: all of them, the next ones, or none. */
type StepsShown = (typeof choices)[number]

export type StepsChoice = {
  /** Undefined until the person chooses. */
  shown: StepsShown | undefined
  /** Whether they have chosen since the screen was opened. */
  hasChosen: boolean
  choose: (shown: StepsShown) => void
}

/**
 * How much of the first steps the person wants to see. The browser keeps it, since it is about this screen and not about
 * the account; without storage it lasts until a reload.
 */
export function useStepsShown(me: string): StepsChoice {
  const key = `first-steps/${me}`
  const [shown, setShown] = useState(() => readChoice(key))
  const [hasChosen, setChosen] = useState(false)

  function choose(next: StepsShown) {
    setShown(next)
    setChosen(true)
    try {
      localStorage.setItem(key, next)
    } catch {
      // Without storage the choice lasts until a reload.
    }
  }

  return { shown, hasChosen, choose }
}

/** A reference that focuses its element once it appears. */
export const focusOnceShown = (element: HTMLElement | null) => element?.focus()

function readChoice(key: string): StepsShown | undefined {
  try {
    const stored = localStorage.getItem(key)
    return choices.find((choice) => choice === stored)
  } catch {
    return undefined
  }
}
