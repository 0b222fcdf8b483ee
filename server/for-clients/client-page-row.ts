import { z } from 'zod'
import type { ClientPageData } from '../../web/for-clients/client-page-data.ts'
import { monthContent } from '../../web/for-clients/month-content.ts'
import type { MonthPageData } from '../../web/for-clients/month-data.ts'

const file = z.object({
  ref: z.string(),
  name: z.string(),
  type: z.enum([
    'image/jpeg',
    'image/png',
    'image/webp',
    'application/pdf',
    'text/csv',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  ]),
  size: z.number(),
})

const update = z.object({
  ref: z.string(),
  project: z.string(),
  title: z.string(),
  content: z.string(),
  type: z.enum(['progress', 'milestone', 'general', 'review', 'delivery']),
  is_milestone: z.boolean(),
  at: z.string(),
  edited_at: z.string().nullable(),
  answer_by: z.string().nullable(),
  files: z.array(file),
  answer: z
    .object({
      answer: z.enum(['approved', 'changes']),
      comment: z.string().nullable(),
      name: z.string(),
      at: z.string(),
    })
    .nullable(),
})

const head = {
  client: z.string(),
  agency: z.object({
    name: z.string(),
    logo_url: z.string().nullable(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    website_url: z.string().nullable(),
  }),
  expires_at: z.string(),
  months: z.array(z.string()),
}

/** The answer of `open_client_page`; further properties are stripped. */
export const clientPageRow: z.ZodType<ClientPageData> = z.object({
  ...head,
  person: z.string().nullable(),
  may_ask: z.boolean(),
  asked: z.array(
    z.object({
      title: z.string(),
      words: z.string().nullable(),
      name: z.string(),
      status: z.enum(['received', 'in_progress', 'done', 'not_now']),
      reason: z.string().nullable(),
      at: z.string(),
      files: z.array(z.string()),
      update: z.object({ ref: z.string(), title: z.string(), page: z.number() }).nullable(),
    }),
  ),
  wanted: z.array(
    z.object({
      ref: z.string(),
      label: z.string(),
      state: z.enum(['asked', 'sent', 'expired']),
      at: z.string(),
      public_key: z.string().nullable(),
    }),
  ),
  plan: z.object({ plans: z.array(z.string()), counted: z.number() }).nullable(),
  projects: z.array(
    z.object({
      name: z.string(),
      status: z.enum(['planning', 'in_progress', 'review', 'completed', 'on_hold', 'cancelled']),
    }),
  ),
  milestones: z.array(z.object({ title: z.string(), at: z.string() })),
  waiting: z.array(z.object({ ref: z.string(), page: z.number() })),
  count: z.number(),
  page: z.number(),
  pages: z.number(),
  updates: z.array(update),
})

/** The answer of `open_client_month`; further properties are stripped. */
export const monthPageRow: z.ZodType<MonthPageData> = z.object({ ...head, content: monthContent.nullable() })
