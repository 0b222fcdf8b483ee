import { expect, it } from 'vitest'
import { fingerprintOf } from './fingerprint.ts'

it('[vault.md#served-code] is half of a SHA-256 in eight groups', async () => {
  // This is the example of FIPS 180.
  expect(await fingerprintOf('abc')).toBe('ba78 16bf 8f01 cfea 4141 40de 5dae 2223')
})
