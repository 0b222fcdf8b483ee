import { z } from 'zod'
import type { Long } from '../long-json.ts'

/** A whole number of 64 bits, as `parseWithLongs` reads it. */
export const long: z.ZodType<Long> = z.union([z.int(), z.bigint()])
