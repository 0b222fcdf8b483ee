import { z } from 'zod'
import { partitionSpec } from '../metadata/partition-spec.ts'
import { requirement } from '../metadata/requirements.ts'
import { schema } from '../metadata/schema.ts'
import { type Update, update } from '../metadata/updates.ts'

export type Commit = { requirements: z.infer<typeof requirement>[]; updates: Update[] }

/** By the specification, or as iceberg-js puts it: what the table is to have, whatever it had. */
export const commit = z
  .object({
    requirements: z.array(requirement).default([]),
    updates: z.array(update).default([]),
    schema: schema.optional(),
    'partition-spec': partitionSpec.optional(),
    properties: z.record(z.string(), z.string()).optional(),
  })
  .transform(({ requirements, updates, schema, 'partition-spec': spec, properties }): Commit => {
    const wishes: Update[] = []
    if (schema) wishes.push({ action: 'add-schema', schema }, { action: 'set-current-schema', 'schema-id': -1 })
    if (spec) wishes.push({ action: 'add-spec', spec }, { action: 'set-default-spec', 'spec-id': -1 })
    if (properties) wishes.push({ action: 'set-properties', updates: properties })
    return { requirements, updates: [...updates, ...wishes] }
  })
