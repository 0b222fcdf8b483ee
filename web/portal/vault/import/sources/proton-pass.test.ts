import { describe, expect, it } from 'vitest'
import { entriesOf, entry, OTP, OTP_SECRET } from '../../../../testing/vault-import.ts'

describe('[vault.md#importing] the file', () => {
  it('of Proton Pass: the address is the user name where there is none, and cards are told', () => {
    expect(
      entriesOf(`type,name,url,email,username,password,note,totp,createTime,modifyTime,vault
login,PP CMS,"https://cms.lantern.example, https://admin.lantern.example",mara@lantern.example,,pw-pp,a note,${OTP},1700000000,1700000000,Clients
login,Both,,mara@lantern.example,mara,pw,,,1,1,Clients
note,Door code,,,,,4711,,1,1,Clients
creditCard,Card,,,,,"{""cardholderName"":""Mara"",""number"":""4242"",""note"":""of the firm""}",,1,1,Clients
`),
    ).toEqual({
      source: 'Proton Pass',
      leftOut: ['createTime', 'modifyTime'],
      entries: [
        entry('PP CMS', {
          website_url: 'https://cms.lantern.example',
          username: 'mara@lantern.example',
          password: 'pw-pp',
          notes: `a note\nWebsite: https://admin.lantern.example`,
          two_step_key: OTP_SECRET,
          tags: ['Clients'],
        }),
        entry('Both', { username: 'mara', password: 'pw', notes: 'Email: mara@lantern.example', tags: ['Clients'] }),
        entry('Door code', { password: '4711', notes: '4711', tags: ['Clients'] }),
        entry('Card', {
          password: 'cardholderName: Mara number: 4242 note: of the firm',
          notes: 'cardholderName: Mara\nnumber: 4242\nnote: of the firm',
          tags: ['Clients'],
        }),
      ],
    })
  })

  it('of Proton Pass today: addresses in JSON come once', () => {
    expect(
      entriesOf(`type,name,url,autofillUrls,email,username,password,note,totp,createTime,modifyTime,vault
login,PP,https://a.example,"[{""url"":""https://a.example"",""mode"":0},{""url"":""https://b.example"",""mode"":1}]",,mara,pw,,,1,1,Personal
`).entries,
    ).toMatchObject([{ website_url: 'https://a.example', notes: 'Website: https://b.example' }])
  })
})
