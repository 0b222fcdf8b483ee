import { useState } from 'react'

type Choice = 'shown' | 'away'

/**
 * Whether somebody put something away or wants to see it, and how to say so; undefined while they have said neither.
 * Kept in the browser: it is about this screen and not about the account. Without room or permission, until the reload.
 */
export function usePutAway(name: string): [choice: Choice | undefined, choose: (choice: Choice) => void] {
  const key = `put-away/${name}`
  const [choice, setChoice] = useState(() => readChoice(key))

  function choose(next: Choice) {
    setChoice(next)
    try {
      localStorage.setItem(key, next)
    } catch {
      // It holds until the page is left.
    }
  }

  return [choice, choose]
}

function readChoice(key: string): Choice | undefined {
  try {
    const stored = localStorage.getItem(key)
    return stored === 'shown' || stored === 'away' ? stored : undefined
  } catch {
    return undefined
  }
}
