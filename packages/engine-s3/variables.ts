import { z } from 'zod'

/** As Supabase's own Storage calls them, where one runs it oneself. */
export const s3Variables = z.object({
  S3_PROTOCOL_ACCESS_KEY_ID: z.string().optional(),
  S3_PROTOCOL_ACCESS_KEY_SECRET: z.string().min(16, 'a secret of at least 16 characters').optional(),
})

/** The pair of keys of the project's own server, if it has one. */
export type S3Keys = z.infer<typeof s3Variables>
