import { describe, expect, it } from 'vitest'
import { entriesOf, OTP, OTP_SECRET } from '../../../../testing/vault-import.ts'

describe('[vault.md#importing] the file', () => {
  it('of 1Password in both shapes', () => {
    expect(
      entriesOf(`Title,Url,Username,Password,OTPAuth,Favorite,Archived,Tags,Notes
Router,http://192.168.1.1,admin, spaced ,${OTP},true,true,office;network,
`),
    ).toMatchObject({
      source: '1Password',
      entries: [
        {
          title: 'Router',
          password: ' spaced ',
          tags: ['office', 'network', 'Archived'],
          is_favorite: true,
          notes: '',
          two_step_key: OTP_SECRET,
        },
      ],
    })
    expect(
      entriesOf(`title,website,username,password,notes,Security question
Router,http://192.168.1.1,admin,pw,a note,Rex
`),
    ).toMatchObject({
      source: '1Password',
      entries: [{ website_url: 'http://192.168.1.1', notes: 'a note\nSecurity question: Rex' }],
    })
    expect(
      entriesOf('notesPlain,password,title,type,url,username,uuid\nnote,pw,Old,Login,old.example,ana,1\n'),
    ).toMatchObject({
      source: '1Password',
      leftOut: ['type', 'uuid'],
      entries: [{ title: 'Old', password: 'pw', notes: 'note' }],
    })
  })
})
