import { z } from 'zod'

/** config.toml's [auth.custom_oauth]: ours, not the CLI's, by GoTrue's name. */
export const customSection = z.looseObject({ enabled: z.boolean().default(false) })
