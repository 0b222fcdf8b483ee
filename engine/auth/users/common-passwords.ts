import { createRequire } from 'node:module'

let leaked: string | undefined

/** Whether a password is easy to guess: it is on the list, or a simple sequence such as `abcdef` or `111111`. */
export function isCommon(password: string): boolean {
  leaked ??= readLeaked()
  return leaked.includes(lineOf(password.toLowerCase())) || isKeyboardRun(password)
}

const lineOf = (password: string) => `\n${password}\n`

/**
 * The fifty thousand most frequently leaked passwords, in lower case. Unpacked at the first use, so that the start does
 * not wait, into one string of 0.4 MB: as a set, with the package that they come from, they take ten times as much.
 */
function readLeaked(): string {
  const require = createRequire(import.meta.url)
  const { dictionary }: typeof import('@zxcvbn-ts/language-common') = require('@zxcvbn-ts/language-common')
  for (const file of Object.keys(require.cache)) {
    if (file.includes('@zxcvbn-ts')) delete require.cache[file]
  }
  return lineOf(dictionary['passwords-common'].join('\n'))
}

function isKeyboardRun(password: string): boolean {
  const codes = [...password].map((character) => character.codePointAt(0) ?? 0)
  const steps = new Set(codes.slice(1).map((code, index) => code - (codes[index] ?? 0)))
  const [step = 0] = steps
  return steps.size <= 1 && Math.abs(step) <= 1
}
