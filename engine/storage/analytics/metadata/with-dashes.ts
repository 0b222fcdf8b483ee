import { z } from 'zod'

/** The types of iceberg-js have `source_id` and `field_id` where the specification, and everybody else, has dashes. */
export const withDashes = <T extends z.ZodType>(schema: T) =>
  z.preprocess(
    (value) =>
      typeof value === 'object' && value !== null
        ? Object.fromEntries(Object.entries(value).map(([key, part]) => [key.replaceAll('_', '-'), part]))
        : value,
    schema,
  )
