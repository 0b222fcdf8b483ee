import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { LOW_MEMORY_FLAGS, SERVER_FLAGS } from 'engine'
import { expect, it } from 'vitest'

const textOf = (file: string) => readFileSync(fileURLToPath(new URL(`../${file}`, import.meta.url)), 'utf8')

/** Files that cannot import engine/assembly/node-flags.ts repeat its flags. */
it.each([
  ['scripts/processes.mjs', SERVER_FLAGS],
  ['Dockerfile', SERVER_FLAGS],
  ['deploy/systemd/mainstreet.service', SERVER_FLAGS],
  ['trials/image.sh', SERVER_FLAGS],
  ['mainstreet.mjs', LOW_MEMORY_FLAGS],
])('%s starts Node with the flags that engine/assembly/node-flags.ts names', (file, flags) => {
  expect(textOf(file).match(/--[a-z-]*semi-space-size=\d+|--no-allocation-site-pretenuring/g)).toEqual(flags)
})
