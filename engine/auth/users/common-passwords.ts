import { createRequire } from 'node:module'

let leaked: Set<unknown> | undefined

/** Whether a password is easy to guess: it is on the list, or a simple sequence such as `abcdef` or `111111`. */
export function isCommon(password: string): boolean {
  leaked ??= readLeaked()
  return leaked.has(password.toLowerCase()) || isKeyboardRun(password)
}

/**
 * The fifty thousand most frequently leaked passwords, in lower case. Unpacked at the first use, so that the start does
 * not wait.
 */
function readLeaked(): Set<unknown> {
  const require = createRequire(import.meta.url)
  const { dictionary }: typeof import('@zxcvbn-ts/language-common') = require('@zxcvbn-ts/language-common')
  return new Set<unknown>(dictionary['passwords-common'])
}

function isKeyboardRun(password: string): boolean {
  const codes = [...password].map((character) => character.codePointAt(0) ?? 0)
  const steps = new Set(codes.slice(1).map((code, index) => code - (codes[index] ?? 0)))
  const [step = 0] = steps
  return steps.size <= 1 && Math.abs(step) <= 1
}
