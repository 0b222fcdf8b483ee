import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import { escapeHtml, parseTemplate, unescaped } from 'engine'
import { websiteFacts } from '../server/website-facts.ts'
import { defaultFacts } from '../web/lib/site-facts.ts'
import { compressFiles } from '../web/scripts/compress-files.ts'
import { siteOrigin } from '../web/scripts/site-origin.ts'
import { slotValues } from '../web/site/facts/slot-values.ts'
import { prepareForHost, projectOf } from './hosted-pages.ts'

/**
 * The last step of the build: fills the slots of the pages, for hosts that serve them as static files; the engine fills
 * them again while it serves them. The values come from the project that SUPABASE_URL and its public key name, else
 * from the defaults of the pages. `node scripts/fill-page-slots.ts [FOLDER]`: the folder of the build, or of a copy.
 */
const dir = process.argv[2] ?? join(import.meta.dirname, '../web/build/client')
const { SITE_URL } = process.env
const project = projectOf(process.env)

const facts = project ? await websiteFacts(createClient(project.url, project.key)) : defaultFacts
const slots = slotValues(facts, siteOrigin(SITE_URL), project && new URL(project.url).origin)

for (const name of await readdir(dir, { recursive: true })) {
  const [, filled] = /^(.*)\.template$/.exec(name) ?? []
  if (filled === undefined) continue
  const fill = parseTemplate(await readFile(join(dir, name), 'utf8'))
  await writeFile(join(dir, filled), fill(slots, filled.endsWith('.html') ? escapeHtml : unescaped))
}
if (project) await prepareForHost(dir, project)
await compressFiles(dir)
