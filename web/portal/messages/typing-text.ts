/** The line that says who is typing: 'Ben is typing...', for one, two or more people; empty for nobody. */
export function typingText(names: readonly string[]): string {
  const [first, second, ...others] = names
  if (first === undefined) return ''
  if (second === undefined) return `${first} is typing...`
  if (others.length === 0) return `${first} and ${second} are typing...`
  return 'Several people are typing...'
}
