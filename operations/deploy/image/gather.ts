/** `gather.ts FOLDER`: copies what runs, and nothing else, into a folder that becomes the image. */
import { cpSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { isForDevelopers, isLeftOut, packagesOf, sources } from './what-runs.ts'

const root = join(import.meta.dirname, '../../..')
const [target = ''] = process.argv.slice(2)
if (target === '') throw new Error('Say into which folder.')

for (const source of sources) copy(source, (path) => !isLeftOut(source + path))
for (const folder of packagesOf(root, ['.', 'engine', 'supabase'])) {
  // What a package brings inside itself is a package of its own.
  copy(folder, (path) => path !== '/node_modules' && !isForDevelopers(path.slice(1)))
}

function copy(from: string, takes: (path: string) => boolean) {
  cpSync(join(root, from), join(target, from), {
    recursive: true,
    filter: (file) =>
      takes(
        relative(join(root, from), file)
          .replace(/^(?=.)/, '/')
          .replaceAll(sep, '/'),
      ),
  })
}
