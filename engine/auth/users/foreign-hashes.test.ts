import { describe, expect, it } from 'vitest'
import { foreignHash } from './foreign-hashes.ts'

const signer = 'jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA=='
const firebase = (cost: string) =>
  `$fbscrypt$v=1,${cost},ss=Bw==,sk=${signer}$42xEC+ixf3L2lw==$lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==`

describe('a hash from another service', () => {
  // The examples of the reference implementations.
  it.each([
    ['argon2id', 'password', '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'],
    ['argon2i', 'password', '$argon2i$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$wWKIMhR9lyDFvRz9YTZweHKfbftvj+qf+YFY4NeBbtA'],
    ['Firebase', 'user1password', firebase('n=14,r=8,p=1')],
  ])('of %s tells the right password from a wrong one', async (_, password, hash) => {
    const matches = foreignHash(hash)
    expect(await matches?.(password)).toBe(true)
    expect(await matches?.(`${password}!`)).toBe(false)
  })

  it.each([
    ['an unknown kind', '$1$abc$def'],
    ['an older version of argon2', '$argon2id$v=16$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8'],
    ['more than a gibibyte', '$argon2id$v=19$m=1048577,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8'],
    ['more passes than anybody needs', '$argon2id$v=19$m=65536,t=21,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8'],
    ['no salt to speak of', '$argon2id$v=19$m=65536,t=2,p=1$c29t$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8'],
    ['a scrypt that takes all memory', firebase('n=40,r=8,p=1')],
  ])('is refused for %s', (_, hash) => {
    expect(foreignHash(hash)).toBeUndefined()
  })
})
