import { describe, expect, it } from 'vitest'
import { entriesOf, entry } from '../../../../testing/vault-import.ts'

describe('[vault.md#importing] the file', () => {
  it('of LastPass: one-time code, note and folder arrive, and the fields of a typed note', () => {
    expect(
      entriesOf(`url,username,password,totp,extra,name,grouping,fav
https://lp.lantern.example/?a=1&amp=2,mara,pw&amp;lp,GEZDGNBVGY3TQOJQ,"Recovery codes: 11-22 33-44
Ask Bo before changing",LP CMS,Clients\\Lantern,1
http://sn,,,,"NoteType:Server
Language:en-US
Hostname:db.example
Username:root
Password:s3cret
Notes:",DB box,Infra,0
http://group,,,,,,Infra,0
http://sn,,,,The alarm is 4711,Alarm,,0
`),
    ).toEqual({
      source: 'LastPass',
      leftOut: [],
      entries: [
        entry('LP CMS', {
          website_url: 'https://lp.lantern.example/?a=1&amp=2',
          username: 'mara',
          password: 'pw&amp;lp',
          notes: 'Recovery codes: 11-22 33-44\nAsk Bo before changing',
          two_step_key: 'GEZDGNBVGY3TQOJQ',
          tags: ['Clients\\Lantern'],
          is_favorite: true,
        }),
        entry('DB box', {
          username: 'root',
          password: 's3cret',
          notes: 'NoteType:Server\nHostname:db.example',
          tags: ['Infra'],
        }),
        entry('Alarm', { password: 'The alarm is 4711', notes: 'The alarm is 4711' }),
      ],
    })
  })

  it('of LastPass: (none) is no folder', () => {
    expect(
      entriesOf('url,username,password,totp,extra,name,grouping,fav\nhttps://a.example,mara,pw,,,A,(none),0\n').entries,
    ).toEqual([entry('A', { website_url: 'https://a.example', username: 'mara', password: 'pw' })])
  })

  it('of the web page of LastPass: &amp; is read as & where no & stands alone', () => {
    expect(
      entriesOf(`url,username,password,totp,extra,name,grouping,fav
https://a.example/?a=1&amp;b=2,mara,a&lt;b&amp;amp;&#39;,,,Salt &amp; Sons,,0
`).entries,
    ).toEqual([
      entry('Salt & Sons', { website_url: 'https://a.example/?a=1&b=2', username: 'mara', password: "a<b&amp;'" }),
    ])
  })

  it('of LastPass: what stands in the notes of a typed note is no field', () => {
    expect(
      entriesOf(`url,username,password,totp,extra,name,grouping,fav
http://sn,,,,"NoteType:Credit Card
Number:4242
Notes:line
Password: of the old card",Card,,0
`).entries,
    ).toMatchObject([{ notes: 'NoteType:Credit Card\nNumber:4242\nNotes:line\nPassword: of the old card' }])
  })

  it('of LastPass: the notes of a typed note stay whole, whatever their lines look like', () => {
    const notes = 'Notes:First:\nLanguage:en-US\n\nPassword:s3cret\nUsername:root\nSteps:'
    expect(
      entriesOf(`url,username,password,totp,extra,name,grouping,fav
http://sn,,,,"NoteType:Server
Port:
Username:root
Password:s3cret
${notes}",DB box,,0
`).entries,
    ).toMatchObject([{ username: 'root', password: 's3cret', notes: `NoteType:Server\n${notes}` }])
  })
})
