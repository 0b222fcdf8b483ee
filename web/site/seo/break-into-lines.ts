/** Breaks a headline into as few lines as possible, of similar length. */
export function breakIntoLines(text: string, mostCharacters: number): string[] {
  const words = text.split(' ')
  const fewest = fill(words, mostCharacters).length
  // The narrowest width that needs no more lines balances the lines.
  for (let width = Math.ceil(text.length / fewest); width < mostCharacters; width++) {
    const lines = fill(words, width)
    if (lines.length === fewest && lines.every((line) => line.length <= width)) return lines
  }
  return fill(words, mostCharacters)
}

function fill(words: string[], width: number): string[] {
  const lines: string[] = []
  for (const word of words) {
    const longer = `${lines.at(-1)} ${word}`
    if (lines.length > 0 && longer.length <= width) lines.splice(-1, 1, longer)
    else lines.push(word)
  }
  return lines
}
