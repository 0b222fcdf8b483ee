import { describe, expect, it } from 'vitest'
import { entriesOf, entry } from '../../../../testing/vault-import.ts'

describe('[vault.md#importing] the file', () => {
  it.each([
    ['Chrome', 'name,url,username,password,note\nmail.example,https://mail.example/,ana,pw,mine\n', 'mine'],
    ['Chrome', 'name,url,username,password\nmail.example,https://mail.example/,ana,pw\n', ''],
    [
      'Firefox',
      '"url","username","password","httpRealm","formActionOrigin","guid","timeCreated","timeLastUsed","timePasswordChanged"\n"https://mail.example/","ana","pw","Office",,"{1}","1","2","3"\n',
      'httpRealm: Office',
    ],
    [
      'Safari',
      'Title,URL,Username,Password,Notes,OTPAuth\nmail.example,https://mail.example/,ana,pw,,GEZDGNBV\n',
      'One-time code: GEZDGNBV',
    ],
    ['Safari', 'Title,Url,Username,Password,OTPAuth\nmail.example,https://mail.example/,ana,pw,\n', ''],
  ])('of the browser %s', (source, text, notes) => {
    expect(entriesOf(text)).toMatchObject({
      source,
      entries: [
        entry('mail.example', { website_url: 'https://mail.example/', username: 'ana', password: 'pw', notes }),
      ],
    })
  })
})
