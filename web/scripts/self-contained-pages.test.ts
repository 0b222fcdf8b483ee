import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { writeSelfContained } from './self-contained-pages.ts'

/** The size limit of a page that people keep on a USB stick for years. */
const MAX_BYTES = 30_000

let page = ''
beforeAll(async () => {
  page = await writeSelfContained(join(import.meta.dirname, '../portal/vault/reader/vault-reader.html'))
})

const inside = (name: string) => new RegExp(`<${name}>(.*?)</${name}>`, 's').exec(page)?.[1] ?? ''
const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

it('[vault.md#export-reader] is one small page without anything to load', () => {
  expect(Buffer.byteLength(page)).toBeLessThan(MAX_BYTES)
  expect(page).not.toMatch(
    /\s(src|href|action)=|@import|url\(|\bimport\s*[("']|\bfetch\(|XMLHttpRequest|WebSocket|\{\{/,
  )
})

it('[vault.md#export-reader] lets run what stands in it, and nothing be fetched', () => {
  const policy = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(page)?.[1]?.split('; ')
  expect(policy).toEqual([
    `default-src 'none'`,
    `connect-src 'none'`,
    `script-src ${hashOf(inside('script'))}`,
    `style-src ${hashOf(inside('style'))}`,
    `form-action 'none'`,
    `base-uri 'none'`,
  ])
})
