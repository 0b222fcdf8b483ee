/** A word from one page to the next of the same tab, which remembers nothing else: it is taken once. */
export function leaveWord(key: string, word: string) {
  sessionStorage.setItem(key, word)
}

export function takeWord(key: string): string | undefined {
  const word = sessionStorage.getItem(key) ?? undefined
  sessionStorage.removeItem(key)
  return word
}
