/**
 * Follows docs/running.md#on-hosted-supabase word by word with the nearest thing to a hosted project that a machine has by itself:
 * PostgreSQL 17 with the roles and privileges of hosted, the functions on Deno 2.1.4, the pages on a host of files on another
 * origin, in Chromium. `node trials/hosted.ts [Netlify|Cloudflare]`; CI does a shorter form, `trials/hosted/hosted.servers.ts`.
 */
import { join } from 'node:path'
import { followThePage } from './hosted/follow-documentation.ts'
import { postgres17 } from './hosted/install-programs.ts'

const host = process.argv[2] === 'Netlify' ? 'Netlify' : 'Cloudflare'
const programs = await postgres17(join(import.meta.dirname, '../node_modules/.cache'))
const began = Date.now()
for await (const seen of followThePage({ programs, host, buildsAnew: true })) {
  console.log(`${String(Math.round((Date.now() - began) / 1000)).padStart(4)} s  ${seen}`)
}
