import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { staticPages } from '../site/static-pages.ts'
import { bundleSiteScript } from './bundle-site-script.ts'
import { compressFiles } from './compress-files.ts'
import { inlineScriptHashes } from './inline-script-hashes.ts'
import { leaveReactOut } from './leave-react-out.ts'
import { appPaths, appShell, notFound, pageFile, pageFiles } from './site-map.ts'

/** What `react-router build` leaves to do before the site can be served. */
const clientDir = join(import.meta.dirname, '../build/client')

const siteScript = await bundleSiteScript(clientDir)
for (const page of staticPages) await rewrite(pageFile(page), (html) => leaveReactOut(html, siteScript))

const documents = [...Object.values(pageFiles), notFound, appShell]
const site = {
  pages: pageFiles,
  app: appPaths,
  appShell,
  notFound,
  csp: Object.fromEntries(
    await Promise.all(documents.map(async (file) => [file, inlineScriptHashes(await read(file))])),
  ),
}
await writeFile(join(clientDir, 'site.json'), `${JSON.stringify(site, null, 2)}\n`)

await compressFiles(clientDir)

function read(file: string) {
  return readFile(join(clientDir, file), 'utf8')
}

async function rewrite(file: string, change: (html: string) => string) {
  await writeFile(join(clientDir, file), change(await read(file)))
}
