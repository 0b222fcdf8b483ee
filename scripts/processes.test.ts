import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { SERVING, SPARING } from 'engine'
import { expect, it } from 'vitest'

const textOf = (file: string) => readFileSync(fileURLToPath(new URL(`../${file}`, import.meta.url)), 'utf8')

/** Files that cannot import engine/assembly/node-flags.ts repeat its flags. */
it.each([
  ['scripts/processes.mjs', SERVING],
  ['Dockerfile', SERVING],
  ['deploy/systemd/mainstreet.service', SERVING],
  ['trials/image.sh', SERVING],
  ['mainstreet.mjs', SPARING],
])('%s starts Node with the flags that engine/assembly/node-flags.ts names', (file, flags) => {
  expect(textOf(file).match(/--[a-z-]*semi-space-size=\d+|--no-allocation-site-pretenuring/g)).toEqual(flags)
})
