import { atMost } from '../../lib/form-rules.ts'
import { z } from '../../lib/zod.ts'
import type { SavedView } from './saved-view.ts'

/** The rules for a view's name: no other view of the list has it, ignoring case. */
export const viewForm = (others: readonly SavedView[]) =>
  z.object({
    name: z
      .string()
      .trim()
      .min(1, 'Enter a name.')
      .check(atMost(40))
      .refine(
        (name) => !others.some((other) => other.name.toLowerCase() === name.toLowerCase()),
        'You already have a view with that name.',
      ),
  })
