/** Leaves a message for the next page of the same tab, which reads it once. */
export function leaveTabMessage(key: string, word: string) {
  sessionStorage.setItem(key, word)
}

export function takeTabMessage(key: string): string | undefined {
  const word = sessionStorage.getItem(key) ?? undefined
  sessionStorage.removeItem(key)
  return word
}
