import { TOTP } from 'otpauth'
import { expect, it } from 'vitest'
import { secondsLeft, twoStepCode } from './two-step-code.ts'
import { readTwoStepKey } from './two-step-key.ts'

/** The seeds of RFC 6238 (appendix B, with its erratum 2866) in base32: "12345678901234567890…" in 20, 32 and 64 bytes. */
const seeds = {
  SHA1: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
  SHA256: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZA====',
  SHA512: `${'GEZDGNBVGY3TQOJQ'.repeat(6)}GEZDGNA=`,
} as const

const vectors = [
  [59, '94287082', '46119246', '90693936'],
  [1111111109, '07081804', '68084774', '25091201'],
  [1111111111, '14050471', '67062674', '99943326'],
  [1234567890, '89005924', '91819424', '93441116'],
  [2000000000, '69279037', '90698825', '38618901'],
  [20000000000, '65353130', '77737706', '47863826'],
] as const

async function codeAt(second: number, text: string) {
  const { key, problem } = readTwoStepKey(text)
  if (!key) throw new Error(problem)
  return twoStepCode(key, second * 1000)
}

it.each(vectors)(
  '[vault.md#two-step-keys] gives the codes of RFC 6238 at second %i, for all three hashes',
  async (second, ...codes) => {
    const given = Object.entries(seeds).map(([algorithm, seed]) =>
      codeAt(second, `otpauth://totp/RFC?secret=${seed}&algorithm=${algorithm}&digits=8`),
    )
    expect((await Promise.all(given)).map(({ digits }) => digits)).toEqual(codes)
  },
)

it('[vault.md#two-step-keys] gives six digits, a minute’s codes, and the seconds that are left', async () => {
  expect((await codeAt(59, seeds.SHA1)).digits).toBe('287082')
  const ofMinute = await codeAt(119, `otpauth://totp/RFC?secret=${seeds.SHA1}&period=60`)
  expect(ofMinute).toEqual({ digits: '287082', validUntil: 120_000 })
  expect(secondsLeft(ofMinute, 119_000)).toBe(1)
  expect(secondsLeft(ofMinute, 60_000)).toBe(60)
})

it('[vault.md#two-step-keys] agrees with another program, for keys of any length', async () => {
  for (const secret of [
    'GEZDGNBV',
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567',
    'MFRGGZDFM',
    'NBSWY3DPEB3W64TMMQ',
    'A'.repeat(200),
  ]) {
    const another = new TOTP({ secret }).generate({ timestamp: 1_700_000_000_000 })
    expect((await codeAt(1_700_000_000, secret)).digits).toBe(another)
  }
})
