import { moddatetime } from './moddatetime/index.ts'
import { onlyNamed } from './only-named/index.ts'
import { pgCron } from './pg-cron/index.ts'
import { pgGraphql } from './pg-graphql/index.ts'
import { pgNet } from './pg-net/index.ts'
import { pgjwt } from './pgjwt/index.ts'
import { pgmq } from './pgmq/index.ts'
import type { StandIn } from './stand-in.ts'
import { supabaseVault } from './supabase-vault/index.ts'

/** What a project may create that neither the embedded database nor most servers have. */
export const standIns: readonly StandIn[] = [
  moddatetime,
  pgCron,
  pgGraphql,
  pgNet,
  pgjwt,
  pgmq,
  supabaseVault,
  ...onlyNamed,
]
