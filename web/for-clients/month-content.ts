import { z } from '../lib/zod.ts'
import type { MonthContent } from './month-data.ts'

const item = z.object({ title: z.string(), at: z.string(), edited_at: z.string().optional() })

/** Parses the answer of the database function `client_month`; further properties are stripped. */
export const monthContent: z.ZodType<MonthContent> = z.object({
  month: z.string(),
  is_over: z.boolean(),
  words: z.string().nullable(),
  what_next: z.string().nullable(),
  numbers: z.array(z.object({ name: z.string(), value: z.number(), change: z.number().nullable() })),
  delivered: z.array(
    item.extend({
      project: z.string(),
      type: z.enum(['progress', 'milestone', 'general', 'review', 'delivery']),
    }),
  ),
  milestones: z.array(item),
  answers: z.array(item.extend({ answer: z.enum(['approved', 'changes']), name: z.string() })),
  more_delivered: z.number(),
  more_milestones: z.number(),
  more_answers: z.number(),
  plan: z.object({ plans: z.array(z.string()), counted: z.number() }).nullable(),
  reviews: z.array(z.object({ title: z.string(), answer_by: z.string().nullable() })),
  projects: z.array(
    z.object({
      name: z.string(),
      status: z.enum(['planning', 'in_progress', 'review', 'completed', 'on_hold', 'cancelled']),
    }),
  ),
  edited: z.array(z.enum(['words', 'numbers', 'what_next'])),
  edited_at: z.string().nullable(),
})
