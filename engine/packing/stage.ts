import { existsSync } from 'node:fs'
import { copyFile, glob, mkdir, readFile, writeFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'

const engine = join(import.meta.dirname, '..')

/** Folders of the engine that only its own developers need. */
const foldersLeftOut = new Set([
  'node_modules',
  'testing',
  'bench',
  'build',
  'contract',
  'docs',
  'packing',
  'sample-projects',
])
const filesLeftOut = /^testing-|\.(test|contract|servers)\.ts$|\.d\.ts$|^(tsconfig\.json|vitest\.config\.ts)$/

const description = z.looseObject({
  exports: z.record(z.string(), z.string()),
  scripts: z.unknown(),
  private: z.unknown(),
  devDependencies: z.unknown(),
  overrides: z.unknown(),
})

/** Brings the files of the package into an empty folder. */
export async function stage(folder: string): Promise<void> {
  for await (const file of glob('**/*.*', { cwd: engine, exclude: (path) => foldersLeftOut.has(basename(path)) })) {
    if (filesLeftOut.test(basename(file))) continue
    const target = join(folder, file)
    await mkdir(dirname(target), { recursive: true })
    if (/\.(ts|mjs)$/.test(file)) await writeFile(asJavaScript(target), await programOf(file))
    else await copyFile(join(engine, file), target)
  }
  await copyFile(join(engine, '../LICENSE'), join(folder, 'LICENSE'))
}

const asJavaScript = (path: string) => path.replace(/\.ts$/, '.js')

/** A file without its types. The engine's files that it names, to import, to start as a thread or to read, get their packed names. */
async function programOf(file: string): Promise<string> {
  const source = await readFile(join(engine, file), 'utf8')
  const program = file.endsWith('.ts') ? stripTypeScriptTypes(source) : source
  return program.replace(/(?<=(['"]))\.{1,2}\/[^'"\n]*\.ts(?=\1)/g, (path) =>
    existsSync(join(engine, dirname(file), path)) ? asJavaScript(path) : path,
  )
}

/** The engine's package.json, given as text, for a package whose files stand in `folder`: with the doors that are staged there. */
export function packedDescription(source: string, folder: string): object {
  const { exports, scripts, private: _, devDependencies, overrides, ...rest } = description.parse(JSON.parse(source))
  const packed = Object.entries(exports)
    .map(([door, file]) => [door, `./${join(folder, asJavaScript(file))}`] as const)
    .filter(([, file]) => existsSync(join(engine, file)))
  return { ...rest, engines: { node: '>=24' }, files: [folder], exports: Object.fromEntries(packed) }
}
