import { randomBytes } from 'node:crypto'
import { sealed } from '../isolation/random-payload.ts'

const sound = sealed({ ciphertext: Buffer.alloc(17, 1) })
/**
 * Other encodings of the same bytes, and formats that the vault never wrote:
 * docs/decisions/0009-what-the-vault-stores.md.
 */
export const unsealedPayloads = [
  '',
  '{}',
  '{"v":1}',
  'not even JSON',
  sound.replace('"v":1', '"v":2'),
  sound.replace('250000', '1000'),
  sound.replace('250000', '250000.0'),
  sound.replace('"salt"', '"s\\u0061lt"'),
  sound.replace('{', '{ '),
  `${sound} `,
  `${sound}\n`,
  sound.replace('}', ',"hint":"x"}'),
  sound.replace(/("salt":.*),("nonce":.*),/, '$2,$1,'),
  sound.replace('AQEBAQ', 'AQ-BAQ'),
  sound.replace('AQE="', 'AQF="'),
  sound.replace('AQE="', 'AQE"'),
  sealed({ salt: randomBytes(15) }),
  sealed({ salt: randomBytes(17) }),
  sealed({ nonce: randomBytes(11) }),
  sealed({ nonce: randomBytes(15) }),
  sealed({ ciphertext: randomBytes(15) }),
  sealed({ ciphertext: Buffer.alloc(0) }),
]
