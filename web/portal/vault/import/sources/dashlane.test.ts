import { describe, expect, it } from 'vitest'
import { entriesOf } from '../../../../testing/vault-import.ts'

describe('[vault.md#importing] the file', () => {
  it.each([
    ['today', 'otpUrl'],
    ['earlier', 'otpSecret'],
  ])('of Dashlane, as it is written %s', (_when, code) => {
    expect(
      entriesOf(`username,username2,username3,title,password,note,url,category,${code}
mara,mara@lantern.example,,DL CMS,pw-dl,a note,https://dl.example,Clients,GEZDGNBV
`),
    ).toMatchObject({
      source: 'Dashlane',
      entries: [
        {
          title: 'DL CMS',
          username: 'mara',
          password: 'pw-dl',
          notes: 'a note\nusername2: mara@lantern.example',
          two_step_key: 'GEZDGNBV',
          tags: ['Clients'],
        },
      ],
    })
  })

  it('of Dashlane for notes and cards', () => {
    expect(entriesOf('title,note\nAlarm,4711\n')).toMatchObject({
      source: 'Dashlane',
      entries: [{ title: 'Alarm', password: '4711', notes: '4711' }],
    })
    expect(
      entriesOf(`type,account_name,account_holder,cc_number,code,expiration_month,expiration_year,routing_number,account_number,country,issuing_bank,note,name
payment_card,Mara,,4242,100,03,2030,,,US,,,
`).entries,
    ).toMatchObject([
      {
        title: 'Mara',
        notes:
          'type: payment_card\ncc_number: 4242\ncode: 100\nexpiration_month: 03\nexpiration_year: 2030\ncountry: US',
      },
    ])
  })
})
