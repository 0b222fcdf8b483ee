import { expect, it } from 'vitest'
import { BadArchive } from './bad-archive.ts'
import { toArchiveError } from './to-archive-error.ts'

const noRoom = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })

it.each([
  ['nobody can sign in', new Error('Nobody can sign in.')],
  ['a migration fails', Object.assign(new Error('column "name" does not exist'), { code: '42703' })],
  ['something is thrown that is no error', 'nothing'],
])('blames the archive where %s', (_what, error) => {
  expect(toArchiveError(error)).toBeInstanceOf(BadArchive)
})

it.each([
  ['the disk is full', noRoom],
  ['the database says so', Object.assign(new Error('could not extend file'), { code: '53100' })],
  ['that is the reason behind it', new Error('The server does not start.', { cause: noRoom })],
])('blames the machine where %s', (_what, error) => {
  expect(toArchiveError(error)).toBe(error)
})
