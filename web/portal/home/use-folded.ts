import { useState } from 'react'

type Choice = 'shown' | 'away'

/**
 * Whether the person has hidden or shown something, and how to change that; undefined until they choose. The browser
 * keeps it, since it is about this screen and not about the account; without storage it lasts until a reload.
 */
export function useFolded(name: string): [choice: Choice | undefined, choose: (choice: Choice) => void] {
  const key = `put-away/${name}`
  const [choice, setChoice] = useState(() => readChoice(key))

  function choose(next: Choice) {
    setChoice(next)
    try {
      localStorage.setItem(key, next)
    } catch {
      // Without storage the choice lasts until a reload.
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
