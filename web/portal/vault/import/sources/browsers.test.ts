import { describe, expect, it } from 'vitest'
import { entriesOf, entry } from '../../../../testing/vault-import.ts'

describe('[vault.md#importing] the file', () => {
  it.each<[source: string, text: string, notes: string, two_step_key?: string]>([
    ['Chrome', 'name,url,username,password,note\nmail.example,https://mail.example/,ana,pw,mine\n', 'mine'],
    ['Chrome', 'name,url,username,password\nmail.example,https://mail.example/,ana,pw\n', ''],
    [
      'Firefox',
      '"url","username","password","httpRealm","formActionOrigin","guid","timeCreated","timeLastUsed","timePasswordChanged"\n"https://mail.example/","ana","pw","Office",,"{1}","1","2","3"\n',
      'httpRealm: Office',
    ],
    [
      'Safari',
      'Title,URL,Username,Password,Notes,OTPAuth\nmail.example,https://mail.example/,ana,pw,mine,gezd gnbv\n',
      'mine',
      'GEZDGNBV',
    ],
    ['Safari', 'Title,Url,Username,Password,OTPAuth\nmail.example,https://mail.example/,ana,pw,\n', ''],
  ])('of the browser %s', (source, text, notes, two_step_key) => {
    expect(entriesOf(text)).toMatchObject({
      source,
      entries: [
        entry('mail.example', {
          website_url: 'https://mail.example/',
          username: 'ana',
          password: 'pw',
          notes,
          ...(two_step_key && { two_step_key }),
        }),
      ],
    })
  })
})
