import type { z } from 'zod'
import { firstCharacters } from '../../lib/first-characters.ts'
import type { Option, Reading } from './import-kind.ts'

/** Reads a cell of the file by the rules of the form, with the same limits and messages. */
export const readAsTyped =
  (field: z.ZodType<string | number | null, string>) =>
  (cell: string): Reading => {
    const { success, data, error } = field.safeParse(cell)
    return success ? { value: data } : { problem: error.issues[0]?.message ?? 'This can’t be read.' }
  }

/**
 * Reads a cell as one of a field's options, by value or label in any case. Other words are left for the person to assign.
 */
export const readOption =
  (options: readonly Option[]) =>
  (cell: string): Reading => ({ value: valueCalled(options, cell) ?? null })

export const isOneOf = (options: readonly Option[]) => (cell: string) =>
  valueCalled(options, cell) !== undefined || valueMeantBy(options, cell) !== undefined

/** Finds the option with this value or label. */
export const valueCalled = (options: readonly Option[], cell: string) =>
  options.find(({ value, label }) => [value, label].some((name) => plainWord(name) === plainWord(cell)))?.value

/** Finds the option that other programs call by this word. */
export const valueMeantBy = (options: readonly Option[], cell: string) =>
  options.find(({ alsoCalled }) => alsoCalled?.some((name) => plainWord(name) === plainWord(cell)))?.value

/**
 * Normalizes a word: 'In Progress', 'in_progress' and 'in-progress' are the same, and so are "Terminé" and "termine",
 * "canceled" and "cancelled".
 */
export const plainWord = (name: string) =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/ł/gi, 'l')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(/^canceled$/, 'cancelled')

export const shortened = (cell: string) => (cell.length > 40 ? `${firstCharacters(cell, 40)}…` : cell)
