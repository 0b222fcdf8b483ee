import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { renderAsync } from '@resvg/resvg-js'
import { woffToSfnt } from './woff-to-sfnt.ts'

/** The fonts of the site: their names in the style sheet, and the names in their files. */
const faces = [
  {
    ours: 'Mainstreet Display',
    name: 'Sansita ExtraBold',
    file: import.meta.resolve('@fontsource/sansita/files/sansita-latin-800-normal.woff'),
  },
  {
    ours: 'Mainstreet Text',
    name: 'Hanken Grotesk SemiBold',
    file: import.meta.resolve('@fontsource/hanken-grotesk/files/hanken-grotesk-latin-600-normal.woff'),
  },
]

export type Rasterizer = (svg: string, width: number) => Promise<Buffer>

/** Calls `work` with a function that turns SVG into PNG of a given width, in the fonts of the site and no others. */
export async function withRasterizer<T>(work: (toPng: Rasterizer) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'mainstreet-fonts-'))
  try {
    const fontFiles = await Promise.all(
      faces.map(async ({ name, file }) => {
        const path = join(folder, `${name}.ttf`)
        await writeFile(path, woffToSfnt(await readFile(new URL(file))))
        return path
      }),
    )
    return await work(async (svg, width) => {
      const named = faces.reduce((text, { ours, name }) => text.replaceAll(ours, name), svg)
      const image = await renderAsync(named, {
        fitTo: { mode: 'width', value: width },
        font: { loadSystemFonts: false, fontFiles },
      })
      return image.asPng()
    })
  } finally {
    await rm(folder, { recursive: true })
  }
}
