import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { copyFile, glob, mkdir, readFile, writeFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'

/** Folders that only the developers of a package need. */
const foldersLeftOut = new Set(['node_modules', 'testing', 'bench', 'build', 'contract', 'docs', 'sample-projects'])
const filesLeftOut = /\.(test|contract|servers)\.ts$|\.d\.ts$|^(tsconfig\.json|vitest\.config\.ts)$/

const description = z.looseObject({
  exports: z.string().or(z.record(z.string(), z.string())),
  scripts: z.unknown().optional(),
  private: z.unknown().optional(),
  devDependencies: z.unknown().optional(),
  overrides: z.unknown().optional(),
})

/** Copies the files of the package in the folder `home`, the engine or an optional package, into an empty folder. */
export async function copyPackedFiles(home: string, folder: string): Promise<void> {
  for await (const file of glob('**/*.*', { cwd: home, exclude: (path) => foldersLeftOut.has(basename(path)) })) {
    if (filesLeftOut.test(basename(file))) continue
    const target = join(folder, file)
    await mkdir(dirname(target), { recursive: true })
    if (/\.(ts|mjs)$/.test(file)) await writeFile(asJavaScript(target), await packedSource(home, file))
    else await copyFile(join(home, file), target)
  }
  await copyFile(join(import.meta.dirname, '../../LICENSE'), join(folder, 'LICENSE'))
}

const asJavaScript = (path: string) => path.replace(/\.ts$/, '.js')

/** A file without its types. Names of other files of the package, as in imports, become their packed names. */
async function packedSource(home: string, file: string): Promise<string> {
  const source = await readFile(join(home, file), 'utf8')
  const program = file.endsWith('.ts') ? stripTypeScriptTypes(source) : source
  return program.replace(/(?<=(['"]))\.{1,2}\/[^'"\n]*\.ts(?=\1)/g, (path) =>
    existsSync(join(home, dirname(file), path)) ? asJavaScript(path) : path,
  )
}

/**
 * Writes the declarations of the doors' exports beside the packed files, for the package of this package.json. A
 * package with a single door is loaded by the engine alone, and nobody imports its types.
 */
export async function declareTypes(home: string, source: string, folder: string): Promise<void> {
  const { exports } = description.parse(JSON.parse(source))
  if (typeof exports === 'string') return
  const files = Object.values(exports)
    .filter((door) => existsSync(join(folder, asJavaScript(door))))
    .map((door) => join(home, door))
  const project = join(folder, '../declarations.json')
  const compilerOptions = {
    ...{ noEmit: false, declaration: true, emitDeclarationOnly: true, rootDir: home, outDir: folder },
    // Links to other packages of this repository would lead out of the package.
    preserveSymlinks: true,
  }
  await writeFile(
    project,
    JSON.stringify({ extends: join(home, 'tsconfig.json'), compilerOptions, files, include: [] }),
  )
  execFileSync('tsc', ['--project', project], { stdio: ['ignore', 'inherit', 'inherit'] })
}

/** The text of the package.json in `home` for the packed files in `folder`, with its doors pointing to them. */
export function packedDescription(home: string, source: string, folder: string): object {
  const { exports, scripts, private: _, devDependencies, overrides, ...rest } = description.parse(JSON.parse(source))
  const packed = Object.entries(typeof exports === 'string' ? { '.': exports } : exports)
    .map(([door, file]) => [door, `./${join(folder, asJavaScript(file))}`] as const)
    .filter(([, file]) => existsSync(join(home, file)))
  return { ...rest, engines: { node: '>=24' }, files: [folder], exports: Object.fromEntries(packed) }
}
