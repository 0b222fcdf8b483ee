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
  straightRow: 'A row of the keyboard is guessed early.',
  keyPattern: 'A pattern on the keyboard is guessed early.',
  simpleRepeat: 'The same letter again and again is guessed early.',
  extendedRepeat: 'The same part again and again is guessed early.',
  sequences: 'A sequence like abc or 6543 is guessed early.',
  recentYears: 'Years are guessed early.',
  dates: 'Dates are guessed early.',
  topTen: 'It is one of the ten most used passwords.',
  topHundred: 'It is one of the hundred most used passwords.',
  common: 'It is on the lists of much used passwords.',
  similarToCommon: 'It is close to a much used password.',
  wordByItself: 'A single word is guessed early.',
  userInputs: 'It is made of what else stands in this entry.',
}
