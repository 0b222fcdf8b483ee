/**
 * Points of a password: one each for at least 12 characters, upper case, lower case, a digit and a symbol, at most 4
 * (docs/specification/vault.md#strength).
 */
export function passwordStrength(password: string): Strength {
  const points = [
    [...password].length >= 12,
    /\p{Lu}/u.test(password),
    /\p{Ll}/u.test(password),
    /\p{Nd}/u.test(password),
    /[^\p{Lu}\p{Ll}\p{Nd}]/u.test(password),
  ]
  return strengthOf(points.filter(Boolean).length)
}

export type Strength = 0 | 1 | 2 | 3 | 4

export const MAX_STRENGTH = 4

/** The strength for a number of points, rounded into the range. */
export const strengthOf = (points: number): Strength =>
  points >= MAX_STRENGTH ? MAX_STRENGTH : points >= 3 ? 3 : points >= 2 ? 2 : points >= 1 ? 1 : 0

export const strengthWords = {
  0: 'Very weak',
  1: 'Weak',
  2: 'Fair',
  3: 'Good',
  4: 'Strong',
} satisfies Record<Strength, string>
