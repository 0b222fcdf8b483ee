import { dictionary } from '@zxcvbn-ts/language-common'

// Some fifty thousand of those that leaked most often, in lower case: whoever guesses begins with them.
const leaked = new Set<unknown>(dictionary['passwords-common'])

/** Whether a guesser would come to this password early: it is on the list, or a plain run as `abcdef` or `111111`. */
export const isCommon = (password: string) => leaked.has(password.toLowerCase()) || isRun(password)

function isRun(password: string): boolean {
  const codes = [...password].map((character) => character.codePointAt(0) ?? 0)
  const steps = new Set(codes.slice(1).map((code, index) => code - (codes[index] ?? 0)))
  const [step = 0] = steps
  return steps.size <= 1 && Math.abs(step) <= 1
}
