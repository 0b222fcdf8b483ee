import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Rasterizer } from './svg-to-png.ts'

/**
 * The icons with the share that the mark fills: phones crop a maskable icon to a circle of four fifths of its width.
 */
const icons = [
  { file: 'icon-192.png', width: 192, share: 0.8 },
  { file: 'icon-512.png', width: 512, share: 0.8 },
  { file: 'icon-maskable-192.png', width: 192, share: 0.56 },
  { file: 'icon-maskable-512.png', width: 512, share: 0.56 },
  { file: 'apple-touch-icon.png', width: 180, share: 0.68 },
]

const PAPER = '#faf5ea'

/** Draws the favicon on a paper background, in the sizes and crops that home screens ask for. */
export async function drawIcons(clientDir: string, toPng: Rasterizer): Promise<void> {
  const favicon = await readFile(join(clientDir, 'favicon.svg'), 'utf8')
  // The favicon's rule for dark tab bars is removed: these icons always have a light background.
  const mark = favicon.replace(/@media\(prefers-color-scheme:dark\)\{[^}]*\}\}/, '')
  for (const { file, width, share } of icons) {
    const inset = (1 - share) / 2
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1">' +
      `<rect width="1" height="1" fill="${PAPER}"/>` +
      mark.replace('<svg ', `<svg x="${inset}" y="${inset}" width="${share}" height="${share}" `) +
      '</svg>'
    await writeFile(join(clientDir, file), await toPng(svg, width))
  }
}
