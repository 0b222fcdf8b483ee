import { countCharacters } from './count-characters.ts'

/** Says by how many characters a text exceeds its limit, counted as in the tables; undefined if it fits. */
export function lengthProblem(text: string, longest: number): string | undefined {
  const excess = countCharacters(text) - longest
  if (excess <= 0) return undefined
  const most = longest.toLocaleString('en-US')
  return `${excess.toLocaleString('en-US')} ${excess === 1 ? 'character' : 'characters'} too many (the limit is ${most}).`
}
