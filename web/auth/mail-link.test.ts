import { expect, it } from 'vitest'
import { parseMailLink } from './mail-link.ts'

it('[for-clients.md#damaged-links] reads a link to which a mail client has added what follows it', () => {
  for (const added of ['', '.', ')', '>', '%20']) {
    const read = (link: string) => parseMailLink(new URLSearchParams(link + added))
    expect(read('type=recovery&token_hash=a1-b_2')).toEqual({ type: 'recovery', tokenHash: 'a1-b_2' })
    expect(read('type=undo-address&token=a1-b_2')).toEqual({ type: 'undo-address', token: 'a1-b_2' })
  }
})
