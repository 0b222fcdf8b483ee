import { expect, it } from 'vitest'
import type { z } from 'zod'
import { largestFile } from './largest-file.ts'
import { storageSection } from './storage-section.ts'

const project = (storage: z.input<typeof storageSection>) => ({
  dir: '/project',
  config: { storage: storageSection.parse(storage) },
})

it.each([
  [undefined, 52_428_800],
  ['10MiB', 10_485_760],
  ['10MB', 10_485_760],
  ['1.5k', 1536],
  ['2048', 2048],
  ['1GiB', 1_073_741_824],
])('the largest file of %s', (size, bytes) => {
  expect(largestFile(project(size === undefined ? {} : { file_size_limit: size }))).toBe(bytes)
})

it.each(['much', '-1MB', '10MBit', ''])('%j stops the start with one line', (size) => {
  expect(() => largestFile(project({ file_size_limit: size }))).toThrow(
    '/project/config.toml is wrong at storage.file_size_limit: it should be a size such as 50MiB.',
  )
})
