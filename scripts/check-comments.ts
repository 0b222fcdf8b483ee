/** Finds comments that cannot be understood without the code below them (comments/unclear-comments.ts). Part of `npm run check`. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { unclearComments } from './comments/unclear-comments.ts'
import { root, trackedFiles } from './tracked-files.ts'

for (const file of trackedFiles()) {
  if (!/\.(ts|tsx|mjs|sql)$/.test(file) || /^supabase\/migrations\/|database\.types\.ts$/.test(file)) continue
  for (const problem of unclearComments(withoutFunctionBodies(readFileSync(join(root, file), 'utf8')))) {
    console.error(
      `${file}:${problem}\n  Begin with what the comment speaks of, and use words that a colleague would search for.`,
    )
    process.exitCode = 1
  }
}

/** SQL with the bodies of its functions empty: a comment there is a part of the database, and to change it takes a migration. */
function withoutFunctionBodies(text: string): string {
  return text.replaceAll(/\bas \$\$.*?\$\$/gs, (body) => body.replaceAll(/[^\n]/g, ''))
}
