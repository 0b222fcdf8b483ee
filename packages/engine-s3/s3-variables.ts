import { z } from 'zod'

/** The environment variables of the S3 key pair, named as in a self-hosted Supabase Storage. */
export const s3Variables = z.object({
  S3_PROTOCOL_ACCESS_KEY_ID: z.string().optional(),
  S3_PROTOCOL_ACCESS_KEY_SECRET: z.string().min(16, 'a secret of at least 16 characters').optional(),
})

/** The S3 key pair of the project's own server, if configured. */
export type S3Keys = z.infer<typeof s3Variables>
