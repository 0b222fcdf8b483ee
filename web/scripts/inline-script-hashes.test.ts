import { expect, it } from 'vitest'
import { inlineScriptHashes } from './inline-script-hashes.ts'

it('hashes what stands between the tags, as the browser does', () => {
  // The policy is the example of the CSP specification.
  expect(inlineScriptHashes("<script>alert('Hello, world.');</script>")).toEqual([
    "'sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng='",
  ])
})

it('leaves out files and data, and names a repeated script once', () => {
  const html =
    '<script src="/a.js"></script><script type="application/ld+json">{}</script><script>a()</script><script type="module">a()</script>'
  expect(inlineScriptHashes(html)).toHaveLength(1)
})
