import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runnerImport } from 'vite'
import { indexedPages } from '../site/seo/public-pages.ts'
import { shareCardSize } from '../site/seo/share-card-size.ts'
import { inlineColours } from './svg-colours.ts'
import type { Rasterizer } from './svg-to-png.ts'

const MAX_BYTES = 100_000

export type ShareCardFile = { file: string; alt: string }

/** Draws the link preview picture of each page, with the headline of the built page. Returns the files by path. */
export async function drawShareCards({
  clientDir,
  css,
  readPage,
  toPng,
}: Drawing): Promise<Map<string, ShareCardFile>> {
  // The drawings are JSX components, which Node cannot import without Vite.
  const { module } = await runnerImport<typeof import('../site/seo/draw-share-card.tsx')>(
    join(import.meta.dirname, '../site/seo/draw-share-card.tsx'),
    { configFile: false, root: join(import.meta.dirname, '..'), logLevel: 'warn' },
  )
  const cards = new Map<string, ShareCardFile>()
  for (const [path] of indexedPages) {
    const headline = headlineOf(await readPage(path))
    const { svg, alt } = module.drawShareCard(path, headline)
    const png = await toPng(inlineColours(svg, css), shareCardSize.width)
    if (png.length >= MAX_BYTES) throw new Error(`The share picture of ${path} has ${png.length} bytes`)
    // The file name holds a hash of its content: services that show previews cache a picture by its address.
    const hash = createHash('sha256').update(png).digest('base64url').slice(0, 8)
    const file = `assets/share-${path.split('/').at(-1) || 'home'}-${hash}.png`
    await writeFile(join(clientDir, file), png)
    cards.set(path, { file, alt })
  }
  return cards
}

type Drawing = { clientDir: string; css: string; readPage: (path: string) => Promise<string>; toPng: Rasterizer }

function headlineOf(html: string): string {
  const text = /<h1[^>]*>([^<]+)<\/h1>/.exec(html)?.[1]
  if (!text) throw new Error('A page without a headline of plain text has nothing to put on its share picture')
  return text.replaceAll('&#x27;', "'").replaceAll('&quot;', '"').replaceAll('&amp;', '&')
}
