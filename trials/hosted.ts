/**
 * Follows docs/running.md#on-hosted-supabase word by word with a local imitation of a hosted project: PostgreSQL 17
 * with the roles and privileges of hosted Supabase, the functions on Deno 2.1.4, and the pages on a static host of
 * another origin, in Chromium.
 *
 * Run: `node trials/hosted.ts [Netlify|Cloudflare]`; CI runs a shorter form, `trials/hosted/hosted.servers.ts`.
 */
import { join } from 'node:path'
import { followDocumentation } from './hosted/follow-documentation.ts'
import { postgres17 } from './hosted/install-programs.ts'

const host = process.argv[2] === 'Netlify' ? 'Netlify' : 'Cloudflare'
const programs = await postgres17(join(import.meta.dirname, '../node_modules/.cache'))
const began = Date.now()
for await (const seen of followDocumentation({ programs, host, buildsAnew: true })) {
  console.log(`${String(Math.round((Date.now() - began) / 1000)).padStart(4)} s  ${seen}`)
}
