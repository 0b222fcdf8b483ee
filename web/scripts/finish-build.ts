import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { mkdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { slotsInJson } from '../lib/slot.ts'
import { robots, securityTxt, sitemap } from '../site/seo/crawler-files.ts'
import { headTags } from '../site/seo/head-tags.ts'
import { manifests } from '../site/seo/manifest.ts'
import { indexedPages } from '../site/seo/public-pages.ts'
import { structuredData } from '../site/seo/structured-data.ts'
import { staticPages } from '../site/static-pages.ts'
import { bundleScript } from './bundle-script.ts'
import { bundleWorker } from './bundle-worker.ts'
import { drawIcons } from './draw-icons.ts'
import { drawShareCards } from './draw-share-cards.ts'
import { inlineScriptHashes } from './inline-script-hashes.ts'
import { portalFiles } from './portal-files.ts'
import { parseManifest, preloadPortal } from './preload-portal.ts'
import { bundled } from './self-contained-pages.ts'
import {
  appShell,
  clientPage,
  notFound,
  pageFile,
  pageFiles,
  portalScreens,
  prerendered,
  screenFile,
} from './site-map.ts'
import { siteOrigin } from './site-origin.ts'
import { stripReact } from './strip-react.ts'
import { integrityOf, withIntegrity, withScriptList } from './subresource-integrity.ts'
import { withRasterizer } from './svg-to-png.ts'

/**
 * Runs the steps after `react-router build`, up to the point where the slots of the site are filled
 * (scripts/fill-page-slots.ts).
 */
const clientDir = join(import.meta.dirname, '../build/client')
// The origin for pages that need absolute addresses. The engine replaces it where its own differs; other hosts serve it
// as it is.
const origin = siteOrigin(process.env.SITE_URL)

const assetsCompressed = compressAssets()

for (const { from, to } of prerendered.filter(({ from, to }) => from !== to)) {
  await rename(join(clientDir, from), join(clientDir, to))
  // The folder of a moved page stays if it holds other pages, like that of /services.
  await rmdir(dirname(join(clientDir, from))).catch(() => undefined)
}

const siteScript = await bundleScript(clientDir, 'site/site-script.ts', 24_000)
// The size limit of the script of /auth is that of the official auth client, its one large library.
const authScript = await bundleScript(clientDir, 'auth/auth-script.ts', 134_000)
const clientScript = await bundleScript(clientDir, 'for-clients/client-page-script.ts', 31_000)
const scriptOf = (page: string) => ({ '/auth': authScript, '/for': clientScript })[page] ?? siteScript
for (const page of staticPages) {
  await rewrite(pageFile(page), (html) => stripReact(html, scriptOf(page), { fetchesAhead: page !== '/for' }))
}
const shell = await read(appShell)
const manifest = parseManifest(await read(asset(/^manifest-.*\.js$/)))
const startScript = asset(/^start-portal-.*\.js$/)
const portal = {
  manifest,
  start: {
    module: `/${startScript}`,
    imports: await importsOf(startScript),
    css: [`/${asset(/^dark-mode-.*\.css$/)}`],
  },
  askAhead: await bundled(join(import.meta.dirname, '../portal/prefetch/ask-ahead.ts')),
  prefetchScript: `/${asset(/^prefetch-.*\.js$/)}`,
}
// Vite has chosen the production build of React by now, which the queries would load for development.
const { recordFirstRequests } = await import('./record-first-requests.ts')
for (const screen of portalScreens) {
  const page = preloadPortal(shell, portal, await recordFirstRequests(screen.path), screen.route)
  await write(screenFile(screen), page)
}
// The app shell is also written for hosts that serve one page for the whole portal.
await write(appShell, preloadPortal(shell, portal, await recordFirstRequests('')))
const filesOfPortal = await portalFiles(portalScreens.map(screenFile), read)
await bundleWorker(clientDir, ['/favicon.svg', ...filesOfPortal])
// The public pages are served without React, so nothing loads what the build has made of them.
const loaded = [...filesOfPortal, siteScript, authScript, clientScript]
const unused = readdirSync(join(clientDir, 'assets')).filter(
  (name) => name.endsWith('.js') && !loaded.includes(`/assets/${name}`),
)

const crawlerFiles = {
  'sitemap.xml': sitemap(origin),
  'robots.txt': robots(origin),
  '.well-known/security.txt': securityTxt(origin, new Date()),
}
for (const [file, text] of Object.entries(crawlerFiles)) await write(file, text)
for (const [file, manifest] of Object.entries(manifests)) await write(file, slotsInJson(JSON.stringify(manifest)))

const shareCards = await withRasterizer(async (toPng) => {
  await drawIcons(clientDir, toPng)
  return drawShareCards({ clientDir, css: await styleSheets(), readPage: (path) => read(pageFile(path)), toPng })
})
for (const [path, page] of indexedPages) {
  const card = shareCards.get(path)
  if (!card) throw new Error(`No share picture was drawn for ${path}`)
  const picture = { url: `${origin}/${card.file}`, alt: card.alt }
  const graph = structuredData({ path, page, origin, pictureUrl: picture.url })
  const tags = headTags({ ...page, url: origin + path, picture, graph })
  await rewrite(pageFile(path), (html) => html.replace('</head>', () => `${tags}</head>`))
}

const ofThePortal = [appShell, ...portalScreens.map(screenFile)]
const documents = [...Object.values(pageFiles), clientPage, notFound, ...ofThePortal]
// Integrity hashes are computed last: no later step may change a script or a file name.
const integrity = await integrityOf(clientDir, unused)
for (const file of documents) await rewrite(file, (html) => withIntegrity(html, integrity))
for (const file of ofThePortal) await rewrite(file, (html) => withScriptList(html, integrity))

const site = {
  pages: pageFiles,
  app: Object.fromEntries(portalScreens.map((screen) => [screen.path, screenFile(screen)])),
  notFound,
  csp: Object.fromEntries(
    await Promise.all(documents.map(async (file) => [file, inlineScriptHashes(await read(file))])),
  ),
  address: { origin, files: [...indexedPages.map(([path]) => pageFile(path)), ...Object.keys(crawlerFiles)] },
}
await write('site.json', `${JSON.stringify(site, null, 2)}\n`)

for (const file of [...documents, ...Object.keys(crawlerFiles), ...Object.keys(manifests)]) {
  if ((await read(file)).includes('{{')) await rename(join(clientDir, file), join(clientDir, `${file}.template`))
}

await assetsCompressed
for (const name of unused)
  for (const ending of ['', '.br', '.gz']) await rm(join(clientDir, 'assets', name + ending), { force: true })

/** No later step changes the assets, and a process of its own keeps the file system free for the steps. */
async function compressAssets() {
  const program = join(import.meta.dirname, 'compress-assets.ts')
  const compressing = spawn(process.execPath, [program, join(clientDir, 'assets')], { stdio: 'inherit' })
  const [code] = await once(compressing, 'exit')
  if (code !== 0) throw new Error('The assets could not be compressed.')
}

async function styleSheets() {
  const hrefs = (await read('index.html')).matchAll(/<link rel="stylesheet" href="\/([^"]+)"/g)
  return (await Promise.all(hrefs.map(([, file = '']) => read(file)))).join('\n')
}

/** Returns the only asset of the build whose name matches. */
function asset(name: RegExp) {
  const found = readdirSync(join(clientDir, 'assets')).find((file) => name.test(file))
  if (!found) throw new Error(`The build has no asset ${name}`)
  return `assets/${found}`
}

/** Returns the addresses of the scripts that a script imports at once, itself or by way of others. */
async function importsOf(script: string): Promise<string[]> {
  const found = new Set([script])
  for (const file of found) {
    for (const [, name] of (await read(file)).matchAll(/(?:from|import)\s*["'`]\.\/([\w.-]+)/g))
      found.add(`assets/${name}`)
  }
  found.delete(script)
  return Array.from(found, (file) => `/${file}`)
}

function read(file: string) {
  return readFile(join(clientDir, file), 'utf8')
}

async function write(file: string, text: string) {
  await mkdir(dirname(join(clientDir, file)), { recursive: true })
  await writeFile(join(clientDir, file), text)
}

async function rewrite(file: string, change: (html: string) => string) {
  await writeFile(join(clientDir, file), change(await read(file)))
}
