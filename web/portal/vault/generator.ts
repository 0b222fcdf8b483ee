import { passwordKinds, randomPassword } from '../../lib/random-password.ts'

export type Kind = keyof typeof passwordKinds

export const kindLabels = {
  upper: 'Capital letters',
  lower: 'Small letters',
  digits: 'Digits',
  symbols: 'Symbols',
} satisfies Record<Kind, string>

export const allKinds: readonly Kind[] = ['upper', 'lower', 'digits', 'symbols']

/** The rules for a generated password. */
export type Recipe = {
  length: number
  kinds: readonly Kind[]
  /** Leaves out characters that look alike. */
  isReadable: boolean
}

export const lengths = { least: 8, most: 64 }

/** The default of the specification: docs/specification/vault.md#strength. */
export const standard: Recipe = { length: 16, kinds: allKinds, isReadable: false }

export const LOOK_ALIKES = '0O1Il'

export const makeUp = ({ length, kinds, isReadable }: Recipe): string =>
  randomPassword(
    length,
    kinds.map((kind) => (isReadable ? withoutLookAlikes(passwordKinds[kind]) : passwordKinds[kind])),
  )

const withoutLookAlikes = (signs: string) =>
  Array.from(signs, (sign) => (LOOK_ALIKES.includes(sign) ? '' : sign)).join('')
