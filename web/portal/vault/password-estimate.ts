import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'

/** The time in which an attacker with the hash would guess the password, and the reason. */
export type Estimate = { time: string; warning: string | undefined }

const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: 100 })

/** `known` holds what an attacker would try first: the title, the user name, the address. */
export function estimate(password: string, known: readonly string[]): Estimate {
  const words = known.flatMap((text) => text.split(/[^\p{L}\p{N}]+/u)).filter((word) => word.length > 2)
  const { crackTimes, feedback } = estimator.check(password, words)
  const { base, display } = crackTimes.offlineSlowHashingXPerSecond
  return { time: timeInWords(base, display), warning: feedback.warning ? warnings[feedback.warning] : undefined }
}

// Without translations the estimator returns the keys of its texts.
function timeInWords(base: number | null, unit: string): string {
  if (unit === 'centuries') return 'Not guessed in centuries'
  return base === null ? 'Guessed at once' : `Guessed in ${base} ${unit}`
}

const warnings: Record<string, string> = {
  straightRow: 'A row of keys is easy to guess.',
  keyPattern: 'A keyboard pattern is easy to guess.',
  simpleRepeat: 'A repeated letter is easy to guess.',
  extendedRepeat: 'A repeated part is easy to guess.',
  sequences: 'A sequence like abc or 6543 is easy to guess.',
  recentYears: 'Years are easy to guess.',
  dates: 'Dates are easy to guess.',
  topTen: 'It is one of the ten most common passwords.',
  topHundred: 'It is one of the hundred most common passwords.',
  common: 'It is on lists of common passwords.',
  similarToCommon: 'It is close to a common password.',
  wordByItself: 'A single word is easy to guess.',
  userInputs: 'It repeats other text of this entry.',
}
