import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { authMails } from './mail-texts.ts'

/**
 * `npm run mails`: writes the templates that config.toml names from the texts in mail-texts.ts, and the plain-text
 * versions beside them. With `--check` it writes nothing, and fails if one is out of date.
 */
const isCheck = process.argv.includes('--check')

const files = Object.entries(authMails).flatMap(([kind, { html, text }]) => [
  { name: `${kind}.html`, content: html },
  { name: `${kind}.txt`, content: text },
])
for (const { name, content } of files) {
  const path = join(import.meta.dirname, 'generated', name)
  if (!isCheck) await writeFile(path, content)
  else if ((await readFile(path, 'utf8').catch(() => '')) !== content) {
    console.error(`supabase/templates/generated/${name} is not what mail-texts.ts says: run "npm run mails".`)
    process.exitCode = 1
  }
}
