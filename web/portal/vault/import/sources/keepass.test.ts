import { describe, expect, it } from 'vitest'
import { entriesOf, entry, OTP, OTP_SECRET } from '../../../../testing/vault-import.ts'

describe('[vault.md#importing] the file', () => {
  it('of KeePassXC: code and group arrive, and what was thrown away waits for a tick', () => {
    expect(
      entriesOf(`"Group","Title","Username","Password","URL","Notes","TOTP","Icon","Last Modified","Created"
"Root/Clients","KX CMS","mara","pw-kx","https://cms.lantern.example","note here","${OTP}","0","2026-01-01T00:00:00Z",""
"Root/Recycle Bin","Thrown away","x","pw-gone","","","","0","",""
"Wurzel/Papierkorb/Alt","Auch weg","x","pw-weg","","","","0","",""
`),
    ).toEqual({
      source: 'KeePassXC',
      leftOut: ['Last Modified'],
      entries: [
        entry('KX CMS', {
          website_url: 'https://cms.lantern.example',
          username: 'mara',
          password: 'pw-kx',
          notes: `note here`,
          two_step_key: OTP_SECRET,
          tags: ['Clients'],
        }),
        entry('Thrown away', {
          username: 'x',
          password: 'pw-gone',
          tags: ['Recycle Bin'],
          reservation: 'It is in the recycle bin.',
        }),
        entry('Auch weg', {
          username: 'x',
          password: 'pw-weg',
          tags: ['Wurzel/Papierkorb/Alt'],
          reservation: 'It is in the recycle bin.',
        }),
      ],
    })
  })

  it('of KeePass: what it writes behind backslashes is read', () => {
    const headings = '"Account","Login Name","Password","Web Site","Comments"\n'
    expect(
      entriesOf(`${headings}"Say \\"hi\\"","ana","a\\\\","https://kp.example","two
lines"\n`),
    ).toMatchObject({
      source: 'KeePass',
      entries: [{ title: 'Say "hi"', username: 'ana', password: 'a\\', notes: 'two\nlines' }],
    })
    expect(entriesOf(`${headings}"Kept","ana","a\\b","",""\n`).entries).toMatchObject([{ password: 'a\\b' }])
  })
})
