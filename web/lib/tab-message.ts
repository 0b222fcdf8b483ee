/** Leaves a message for the next page of the same tab, which reads it once. */
export function leaveWord(key: string, word: string) {
  sessionStorage.setItem(key, word)
}

export function takeWord(key: string): string | undefined {
  const word = sessionStorage.getItem(key) ?? undefined
  sessionStorage.removeItem(key)
  return word
}
