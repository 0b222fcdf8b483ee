import { z } from '../../lib/zod.ts'
import type { SavedView } from './saved-view.ts'

/** The rules for a view's name: no other view of the list has it, ignoring case. */
export const viewForm = (others: readonly SavedView[]) =>
  z.object({
    name: z
      .string()
      .trim()
      .min(1, 'Enter a name.')
      .max(40, 'At most 40 characters.')
      .refine(
        (name) => !others.some((other) => other.name.toLowerCase() === name.toLowerCase()),
        'You already have a view with that name.',
      ),
  })
