import { z } from 'zod'
import type { ClientPageData } from '../../web/for-clients/client-page-data.ts'

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

/** The answer of `open_client_page`; further properties are stripped. */
export const clientPageRow: z.ZodType<ClientPageData> = z.object({
  client: z.string(),
  agency: z.object({
    name: z.string(),
    logo_url: z.string().nullable(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    website_url: z.string().nullable(),
  }),
  expires_at: z.string(),
  projects: z.array(
    z.object({
      name: z.string(),
      status: z.enum(['planning', 'in_progress', 'review', 'completed', 'on_hold', 'cancelled']),
    }),
  ),
  milestones: z.array(z.object({ title: z.string(), at: z.string() })),
  count: z.number(),
  page: z.number(),
  pages: z.number(),
  updates: z.array(update),
})
