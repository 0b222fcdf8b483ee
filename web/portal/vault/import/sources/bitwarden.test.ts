import { describe, expect, it } from 'vitest'
import { entriesOf, entry, OTP, OTP_SECRET } from '../../../../testing/vault-import.ts'

describe('[vault.md#importing] the file', () => {
  it('of Bitwarden: addresses and folders with commas stay whole, and a note keeps its text', () => {
    expect(
      entriesOf(`folder,favorite,type,name,notes,fields,reprompt,login_uri,login_username,login_password,login_totp
"Clients/Bakers, old",1,login,Map,"first
second","PIN: 1234
Hint: blue",0,"https://maps.example/@52.5,13.4,12z",geo," p,a""ss ",${OTP}
,,login,Two,,,0,"https://harbor.example,https://shop.harbor.example,androidapp://com.harbor",ana,pw,
,,note,Wifi in the shop,"SSID lantern
Key 9988",,0,,,,
`),
    ).toEqual({
      source: 'Bitwarden',
      leftOut: [],
      entries: [
        entry('Map', {
          website_url: 'https://maps.example/@52.5,13.4,12z',
          username: 'geo',
          password: ' p,a"ss ',
          notes: `first\nsecond\nPIN: 1234\nHint: blue`,
          two_step_key: OTP_SECRET,
          tags: ['Clients/Bakers, old'],
          is_favorite: true,
        }),
        entry('Two', {
          website_url: 'https://harbor.example',
          username: 'ana',
          password: 'pw',
          notes: 'Website: https://shop.harbor.example\nWebsite: androidapp://com.harbor',
        }),
        entry('Wifi in the shop', { password: 'SSID lantern Key 9988', notes: 'SSID lantern\nKey 9988' }),
      ],
    })
  })

  it('of an organization in Bitwarden: its collections are tags', () => {
    expect(
      entriesOf(`collections,type,name,notes,fields,reprompt,login_uri,login_username,login_password,login_totp
"Clients,Lantern",login,Org CMS,,,0,https://cms.lantern.example,mara,pw-org,
`).entries,
    ).toEqual([
      entry('Org CMS', {
        website_url: 'https://cms.lantern.example',
        username: 'mara',
        password: 'pw-org',
        tags: ['Clients', 'Lantern'],
      }),
    ])
  })
})
